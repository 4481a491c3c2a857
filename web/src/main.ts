import { mount } from "svelte";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });
