// Run in every document before its own scripts. What is taken away here could
// reach nothing anyway; taken away, it fails at once and in the page's own terms.
(() => {
  "use strict";
  const state = {changes: 0, at: performance.now(), timers: 0, waits: 0, leaving: -1e9, exploring: false, found: [], sockets: []};
  Object.defineProperty(window, Symbol.for("hadal"), {value: state});

  // What changes, in shadow trees too, which are opened for the capture.
  const watch = new MutationObserver(list => {
    state.changes += list.length;
    state.at = performance.now();
  });
  const all = {subtree: true, childList: true, characterData: true, attributes: true};
  watch.observe(document, all);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(how) {
    const root = attach.call(this, {...how, mode: "open"});
    watch.observe(root, all);
    return root;
  };

  // What is waited for. The browser tells of requests too, but later than the
  // page knows of them: a page must not seem to be at rest in between.
  const waiting = () => {
    let open = true;
    state.waits++;
    return () => { if (open) { open = false; state.waits--; state.at = performance.now(); } };
  };
  if (window.fetch) {
    const fetch = window.fetch;
    window.fetch = function(...how) {
      const over = waiting();
      const answer = fetch.apply(window, how);
      answer.then(over, over);
      return answer;
    };
    Object.defineProperty(window.fetch, "name", {value: "fetch"});
  }
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function(...how) {
    const over = waiting();
    this.addEventListener("loadend", over, {once: true});
    try { return send.apply(this, how); } catch (e) { over(); throw e; }
  };
  new MutationObserver(list => {
    for (const {addedNodes} of list) {
      for (const n of addedNodes) {
        if (n.localName !== "script" || !n.src || document.readyState === "loading") continue;
        const over = waiting();
        n.addEventListener("load", over, {once: true});
        n.addEventListener("error", over, {once: true});
        set.call(window, over, 5000); // it may be of a kind that is not run
      }
    }
  }).observe(document, {subtree: true, childList: true});
  // A socket does not open; that it was tried is told.
  if (window.WebSocket) {
    window.WebSocket = class WebSocket extends window.WebSocket {
      constructor(...how) {
        super(...how);
        const at = this.url.split("?")[0];
        if (state.sockets.length < 5 && !state.sockets.includes(at)) state.sockets.push(at);
      }
    };
  }
  // A worker is waited for until it has answered, for a while: it starts late.
  if (window.Worker) {
    const answer = w => {
      const over = waiting();
      for (const type of ["message", "messageerror", "error"]) w.addEventListener(type, over, {once: true});
      set.call(window, over, 1500);
    };
    window.Worker = class Worker extends window.Worker {
      constructor(...how) { super(...how); answer(this); }
      postMessage(...how) { super.postMessage(...how); answer(this); }
    };
  }
  if (window.navigation) {
    navigation.addEventListener("navigate", e => {
      if (!state.exploring || !e.cancelable || e.destination.sameDocument) return;
      e.preventDefault(); // where it leads is all that is asked
      if (!e.formData && !e.downloadRequest) state.found.push(e.destination.url);
    });
    navigation.addEventListener("navigate", e => { if (!e.defaultPrevented && !e.destination.sameDocument && !e.downloadRequest) state.leaving = performance.now(); });
    for (const over of ["navigatesuccess", "navigateerror"]) navigation.addEventListener(over, () => { state.leaving = -1e9; });
  }

  // Timers that will fire soon: the page is not done before. One that is set
  // over and over by itself is not waited for. What one does may be a text, as in old pages.
  const set = window.setTimeout, clear = window.clearTimeout, soon = new Map();
  let depth = 0;
  window.setTimeout = function setTimeout(does, delay, ...args) {
    const f = typeof does === "string" ? () => (0, eval)(does) : does;
    if (typeof f !== "function" || delay > 1500 || depth >= 4) return set.call(window, f, delay, ...args);
    const mine = depth + 1;
    const id = set.call(window, (...a) => {
      if (soon.delete(id)) state.timers--;
      const before = depth;
      depth = mine;
      try { return f.apply(window, a); } finally { depth = before; }
    }, delay, ...args);
    soon.set(id, mine);
    state.timers++;
    return id;
  };
  window.clearTimeout = function clearTimeout(id) {
    if (soon.delete(id)) state.timers--;
    return clear.call(window, id);
  };

  // There is one tab. What a person's click would open elsewhere opens in it;
  // what nobody asked for does not open.
  const asked = () => !!(navigator.userActivation && navigator.userActivation.isActive);
  const elsewhere = target => !!target && typeof target === "string" && !/^_(self|top|parent)$/i.test(target) &&
    !document.querySelector(`iframe[name="${CSS.escape(target)}"],frame[name="${CSS.escape(target)}"]`);
  window.open = function open(url) {
    if (url && state.exploring) state.found.push(new URL(url, location.href).href);
    else if (url && asked()) location.assign(url);
    return null;
  };
  const here = e => {
    for (const n of e.composedPath()) {
      if (elsewhere(n.target) && (n.localName === "a" || n.localName === "area" || n.localName === "form")) {
        if (asked()) n.target = "_self"; else e.preventDefault();
      }
      if (elsewhere(n.formTarget)) n.formTarget = "_self";
    }
  };
  addEventListener("click", here, true);
  addEventListener("submit", here, true);
  const submit = HTMLFormElement.prototype.submit;
  HTMLFormElement.prototype.submit = function() {
    if (elsewhere(this.target)) {
      if (!asked()) return;
      this.target = "_self";
    }
    return submit.call(this);
  };

  // Nobody is there to answer, and a page cannot keep its reader.
  window.alert = function alert() {};
  window.confirm = function confirm() { return false; };
  window.prompt = function prompt() { return null; };
  window.print = function print() {};
  addEventListener("beforeunload", e => e.stopImmediatePropagation(), true);

  // What listens for presses: mark gives it the attribute that person.js looks
  // for, unmark takes it away again.
  const heard = new WeakSet(), presses = /^(click|mousedown|mouseup|pointerdown|pointerup|touchend)$/;
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function addEventListener(type, ...how) {
    if (presses.test(type) && this instanceof Element) heard.add(this);
    return listen.call(this, type, ...how);
  };
  const each = (root, f) => {
    for (const e of root.querySelectorAll("*")) {
      f(e);
      if (e.shadowRoot) each(e.shadowRoot, f);
    }
  };
  state.mark = () => each(document, e => {
    if (heard.has(e) || e.onclick || e.onmousedown || e.onmouseup || e.onpointerdown) e.setAttribute("data-hadal-heard", "");
  });
  state.unmark = () => each(document, e => e.removeAttribute("data-hadal-heard"));

  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "SharedWorker"]) delete window[name];
  Navigator.prototype.sendBeacon = function sendBeacon() { return true; };
  if ("serviceWorker" in Navigator.prototype) delete Navigator.prototype.serviceWorker;
})();
