// What moves: where the server says that something moved that this page is about, the page
// fetches itself again and takes over the parts that are marked as live. Without this script
// everything can be read; it is then as old as the page.
(() => {
  "use strict";
  const about = (document.body.dataset.live || "").split("\n").filter(Boolean);
  if (about.length === 0 || !window.EventSource) return;
  const concerns = name => about.some(a => a === name || a.endsWith("*") && name.startsWith(a.slice(0, -1)));
  let wanted = false, busy = false, behind = false;
  const take = async () => {
    if (busy || !wanted || document.hidden) return;
    wanted = false;
    busy = true;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (answer.ok) {
        const now = new DOMParser().parseFromString(await answer.text(), "text/html");
        for (const part of document.querySelectorAll("[data-live][id]")) {
          const fresh = now.getElementById(part.id);
          if (!fresh) continue;
          if (part.contains(document.activeElement) && document.activeElement !== part) { // somebody is at it
            behind = true;
            continue;
          }
          if (part.innerHTML === fresh.innerHTML) continue; // what is selected in it stays so
          const open = [...part.querySelectorAll("details")].map(d => d.open);
          part.innerHTML = fresh.innerHTML;
          part.querySelectorAll("details").forEach((d, i) => { if (open[i]) d.open = true; });
        }
        if (now.querySelector("[data-again]")) wanted = true;
      }
    } catch (e) { /* the server ended: the stream says so, and tries again */ }
    setTimeout(() => { busy = false; take(); }, 2500);
  };
  const stream = new EventSource("/events");
  const look = () => { wanted = true; take(); };
  stream.addEventListener("open", look); // at what moved since the page was made, or the stream broke
  document.addEventListener("focusout", () => {
    if (!behind) return;
    behind = false;
    setTimeout(look); // once the focus is where it goes
  });
  stream.addEventListener("moved", e => {
    if (e.data.split("\n").some(concerns)) look();
  });
  document.addEventListener("visibilitychange", take);
  addEventListener("pagehide", () => stream.close());
  if (document.querySelector("[data-again]")) setTimeout(look, 1500);
})();
