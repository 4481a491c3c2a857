// Where one is in the program: the path, its question and its fragment.

export interface Here {
  path: string;
  query: URLSearchParams;
  hash: string;
}

function read(): Here {
  return {
    path: location.pathname,
    query: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
  };
}

export const here = $state<Here>(read());

function settle() {
  Object.assign(here, read());
}

addEventListener("popstate", settle);
addEventListener("hashchange", settle);

export function go(to: string, replace = false) {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  settle();
  if (!replace && !to.includes("#")) scrollTo(0, 0);
}

/** Lets links within the program change the page without loading it anew. */
export function follow(event: MouseEvent) {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = (event.target as Element | null)?.closest?.("a");
  const href = link?.getAttribute("href");
  if (
    !link ||
    !href?.startsWith("/") ||
    href.startsWith("/api") ||
    link.target ||
    link.hasAttribute("download")
  )
    return;
  event.preventDefault();
  go(href);
}
