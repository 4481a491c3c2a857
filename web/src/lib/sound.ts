// Sounds, made and not loaded: dice on a table, a charge, "your turn".

import { settings } from "./theme.svelte";

let audio: AudioContext | null = null;

/** Nobody listens to dice while they look elsewhere; to a call they do. */
function context(called: boolean): AudioContext | null {
  if (!settings.sound || (document.hidden && !called)) return null;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
    return audio;
  } catch {
    return null;
  }
}

function tone(at: AudioContext, from: number, to: number, start: number, length: number, loud: number) {
  const [wave, gain] = [at.createOscillator(), at.createGain()];
  wave.type = "triangle";
  wave.frequency.setValueAtTime(from, start);
  wave.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  wave.connect(gain).connect(at.destination);
  wave.start(start);
  wave.stop(start + length + 0.02);
}

function knock(at: AudioContext, start: number, loud: number) {
  const length = Math.floor(at.sampleRate * 0.035);
  const noise = at.createBuffer(1, length, at.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const [source, band, gain] = [at.createBufferSource(), at.createBiquadFilter(), at.createGain()];
  source.buffer = noise;
  band.type = "bandpass";
  band.frequency.value = 1600;
  gain.gain.value = loud;
  source.connect(band).connect(gain).connect(at.destination);
  source.start(start);
}

export function play(what: "dice" | "charge" | "turn") {
  const at = context(what === "turn");
  if (!at) return;
  const now = at.currentTime;
  if (what === "dice")
    for (const [i, t] of [0, 0.07, 0.16, 0.22, 0.34].entries()) knock(at, now + t, 0.5 - i * 0.07);
  else if (what === "charge") {
    for (const t of [0, 0.13, 0.26, 0.39]) tone(at, 90, 55, now + t, 0.1, 0.18);
  } else {
    tone(at, 587, 587, now, 0.22, 0.06);
    tone(at, 784, 784, now + 0.16, 0.32, 0.06);
  }
}

/** A notice of the system, if the reader wants it and looks elsewhere. */
export function notify(title: string, body: string) {
  if (!settings.notice || !document.hidden || !("Notification" in window)) return;
  if (Notification.permission === "granted") new Notification(title, { body, tag: "testudo-turn" });
}

/** Asks the system for leave; says whether it was given. */
export async function mayNotify(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
