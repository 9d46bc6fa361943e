// What a person does with a page and sees of it. Evaluated in an isolated
// world of the tab, where the page's own scripts neither see nor change it.
globalThis.hadal ||= (() => {
  const maxNodes = 200000;

  // roots yields the document, the open shadow roots in it and the documents of
  // frames of the same origin.
  function* roots(root = document, depth = 0) {
    yield root;
    if (depth > 8) return;
    for (const e of root.querySelectorAll("*")) {
      if (e.shadowRoot) yield* roots(e.shadowRoot, depth + 1);
      const inner = frameDocument(e);
      if (inner) yield* roots(inner, depth + 1);
    }
  }

  function frameDocument(e) {
    if (e.localName !== "iframe" && e.localName !== "frame") return null;
    try { return e.contentDocument; } catch { return null; }
  }

  const visible = e => e.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true}) &&
    e.getClientRects().length > 0;

  // all returns what a selector names anywhere on the page, what can be seen
  // first. A path of children leads through shadow trees and frames, as
  // serialise writes them.
  function all(selector) {
    const seen = [], unseen = [];
    const path = selector.split(" > "), steps = path.slice(1).map(p => /^([^\s.#:\[]+)(?::nth-of-type\((\d+)\))?$/.exec(p));
    const through = steps.length > 0 && steps.every(Boolean);
    for (const root of roots())
      for (let e of root.querySelectorAll(through ? path[0] : selector)) {
        if (through) e = steps.reduce((at, [, name, nth]) => at && shownKids(at).filter(k => k.name === name)[(nth || 1) - 1], {node: e})?.node;
        if (e) (visible(e) ? seen : unseen).push(e);
      }
    return seen.length || unseen.length || !through ? seen.concat(unseen) : [...roots()].flatMap(root => [...root.querySelectorAll(selector)]);
  }

  // shownKids are the child elements of one as serialise writes them: a frame's
  // content is a division after it.
  function shownKids({node, inner}) {
    const out = [];
    for (const c of inner ? inner.childNodes : kids(node)) {
      if (c.nodeType !== 1) continue;
      out.push({name: c.localName, node: c});
      const body = frameDocument(c)?.body;
      if (body) out.push({name: "div", node: body, inner: body});
    }
    return out;
  }

  const squeeze = s => (s || "").replace(/\s+/g, " ").trim();

  function label(e) {
    const by = (e.getAttribute("aria-labelledby") || "").split(/\s+/).filter(Boolean)
      .map(id => e.getRootNode().getElementById?.(id)?.textContent).join(" ");
    return squeeze(e.getAttribute("aria-label") || by || e.innerText || e.textContent || e.value || e.title || e.alt || e.placeholder).slice(0, 200);
  }

  // Forms may have controls that are called as their own properties are.
  const own = (f, name) => Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, name).get.call(f);
  const address = (given, base) => { try { return new URL(given || "", base).href; } catch { return ""; } };
  const actionOf = f => f.getAttribute("action") ? address(f.getAttribute("action"), f.baseURI) : f.ownerDocument.URL;
  const methodOf = f => (f.getAttribute("method") || "get").toUpperCase();
  const submits = e => e.localName === "button" && e.type === "submit" || e.localName === "input" && (e.type === "submit" || e.type === "image");
  const short = (s, most = 200) => squeeze(typeof s === "string" ? s : "").slice(0, most);

  // brief describes an element without what stands around it.
  function brief(e) {
    const form = e.form || e.closest("form");
    const sends = form && submits(e);
    return {
      tag: e.localName, role: e.getAttribute("role") || "", type: (e.type || "") + "", label: label(e),
      says: squeeze(["title", "name", "id", "data-action", "data-method", "data-confirm", "onclick"].map(n => e.getAttribute(n) || "").join(" ")).slice(0, 300),
      href: e.closest("a[href]")?.href || "",
      action: sends ? (e.hasAttribute("formaction") ? e.formAction : actionOf(form)) : "",
      method: sends ? (e.getAttribute("formmethod") || methodOf(form)).toUpperCase() : "",
      password: !!(form && form.querySelector("input[type=password]")),
      disabled: !!e.disabled || e.getAttribute("aria-disabled") === "true",
      readonly: !!e.readOnly,
      editable: e.isContentEditable || e.localName === "textarea" || e.localName === "input",
    };
  }

  function describe(e) {
    const form = e.form || e.closest("form");
    return {...brief(e), around: around(e), form: form ? shownForm(form, e) : null, sends: !!form && submits(e)};
  }

  // around returns the legends and headings that stand over an element, the
  // nearest first: those of the parts of the page that it is in, and no more. A
  // button of no form is said by the boxes and the choices before it, too, and by the lines there.
  function around(e) {
    const out = [];
    const add = n => { const t = short(n.textContent, 120); if (t && !out.includes(t)) out.push(t); };
    for (let n = e, up = 0; n && n.nodeType === 1 && up < 6 && !/^(body|main)$/.test(n.localName) && out.length < 3; n = n.parentElement, up++) {
      if (n.localName === "fieldset") for (const l of n.querySelectorAll(":scope > legend")) add(l);
      for (let s = n.previousElementSibling, back = 0; s && back < 3; s = s.previousElementSibling, back++) {
        const box = up < 2 && !e.form && (s.matches("input,select,textarea,[role=radiogroup],[role=group]") ? s : s.matches("label") ? s.control : null);
        if (box) {
          const t = short(box.placeholder || box.getAttribute("aria-label") || box.labels?.[0]?.firstChild?.textContent, 120);
          if (t && !out.includes(t)) out.push(t);
        }
        if (/^(form|input|select|table|textarea)$/.test(s.localName)) break;
        if (up < 2 && !e.form && s.localName === "p" && s.textContent.length < 120) add(s);
        const h = /^h[1-6]$/.test(s.localName) || s.getAttribute("role") === "heading" ? s : /^(header|div)$/.test(s.localName) && s.textContent.length < 200 ? s.querySelector("h1,h2,h3,h4,h5,h6,[role=heading]") : null;
        if (h) { add(h); break; }
      }
    }
    if (!out.length) { // what the page is about
      const h = document.querySelector("h1");
      if (h) add(h);
      for (const part of document.title.split(/\s+[-–—|·:»]\s+/)) if (part.trim() && !out.includes(short(part, 120))) out.push(short(part, 120));
    }
    return out;
  }

  // shownForm describes a form, seen from a control in it.
  function shownForm(f, self) {
    const fields = [], buttons = [];
    for (const c of [...own(f, "elements")].slice(0, 120)) {
      if (submits(c)) {
        buttons.push({name: short(c.name), value: short(c.value), label: label(c) || short(c.title), id: short(c.id), self: c === self,
          action: c.hasAttribute("formaction") ? c.formAction : "", method: (c.getAttribute("formmethod") || "").toUpperCase()});
      } else if (/^(input|select|textarea)$/.test(c.localName) && c.type !== "button" && c.type !== "reset") {
        const choice = c.localName === "select" ? [...c.options].slice(0, 100).map(o => ({value: short(o.value), label: short(o.label), selected: o.selected})) :
          c.type === "checkbox" || c.type === "radio" ? [{value: short(c.value), label: "", selected: c.checked}] : [];
        fields.push({kind: c.localName === "input" ? c.type : c.localName, name: short(c.name), id: short(c.id),
          label: short([...(c.labels || [])].map(l => l.textContent).join(" ") || c.getAttribute("aria-label") || ""), placeholder: short(c.getAttribute("placeholder")),
          autocomplete: short(c.getAttribute("autocomplete")), inputMode: short(c.getAttribute("inputmode")), pattern: short(c.getAttribute("pattern")),
          value: short(c.value), options: choice});
      }
    }
    return {name: short(f.getAttribute("name") || f.id), action: actionOf(f), method: methodOf(f), around: around(f), fields, buttons};
  }

  // forms describes those of the page that can be sent.
  function forms() {
    const out = [];
    for (const root of roots())
      for (const f of root.querySelectorAll("form")) if (out.length < 40) out.push(shownForm(f, null));
    return out;
  }

  let held = null; // the element of the step under way

  // find holds the element that a step is about and describes it; null where
  // there is none (yet), or it must be seen and cannot be.
  function find(selector, seen) {
    held = all(selector)[0] || null;
    if (seen && held && !visible(held)) held = null;
    return held && describe(held);
  }

  // point brings the held element into view and returns where to press the
  // mouse, or null where something else would be pressed there.
  function point() {
    const e = held;
    e.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
    const r = [...e.getClientRects()].find(r => r.width > 0 && r.height > 0);
    if (!r) return null;
    const x = r.x + r.width / 2, y = r.y + r.height / 2;
    let at = e.ownerDocument.elementFromPoint(x, y);
    while (at?.shadowRoot?.elementFromPoint(x, y) && at.shadowRoot.elementFromPoint(x, y) !== at) at = at.shadowRoot.elementFromPoint(x, y);
    let inside = false;
    for (let n = at; n; n = n.parentNode || n.host) inside ||= n === e;
    if (!inside && !(at && e.contains(at)) && !(at && e.labels && [...e.labels].some(l => l.contains(at)))) return null;
    return middle(e, r);
  }

  // middle returns the middle of a rectangle of e in the coordinates of the whole window.
  function middle(e, r) {
    let x = r.x + r.width / 2, y = r.y + r.height / 2;
    for (let w = e.ownerDocument.defaultView; w && w !== window && w.frameElement; w = w.parent) {
      const f = w.frameElement.getBoundingClientRect();
      x += f.x + w.frameElement.clientLeft; y += f.y + w.frameElement.clientTop;
    }
    return {x, y};
  }

  // pointAgain is point for an element that may have been replaced by another
  // of the same selector since it was held.
  function pointAgain(selector) {
    if (!held.isConnected && selector) held = all(selector)[0] || held;
    return held.isConnected ? point() : null;
  }

  // moved returns where the held element is now, which may move away under a pressed mouse, as
  // where a calendar above it shuts; null where it is gone.
  function moved() {
    const r = held.isConnected && held.getBoundingClientRect();
    return r && r.width > 0 && r.height > 0 ? middle(held, r) : null;
  }

  // press clicks the held element without a mouse: where something covers it.
  const press = () => held.click();

  let before = new WeakSet(); // what could be seen before something was typed

  // focus puts the cursor into the held element, its text selected.
  function focus() {
    before = new WeakSet([...roots()].flatMap(r => [...r.querySelectorAll("*")]).slice(0, maxNodes).filter(visible));
    held.scrollIntoView({block: "center", behavior: "instant"});
    held.focus();
    if (typeof held.select === "function") held.select();
    else if (held.isContentEditable) getSelection().selectAllChildren(held);
    let active = document.activeElement;
    while (active && active !== held && (active.shadowRoot?.activeElement || frameDocument(active)?.activeElement))
      active = active.shadowRoot?.activeElement || frameDocument(active).activeElement;
    return active === held;
  }

  // keep puts the cursor into the held element unless it is there.
  const keep = () => { if (held.getRootNode().activeElement !== held) held.focus(); };

  // calendar finds a month of days to press that can be seen: which it is, and what the
  // other buttons beside it say, those with no more than a sign first.
  let days = [], turners = [];
  const names = new Map();
  function monthNames() {
    for (const lang of [document.documentElement.lang || "en", "en"]) for (const how of ["long", "short"]) for (let m = 0; m < 12; m++) {
      try { names.set(new Intl.DateTimeFormat(lang, {month: how, timeZone: "UTC"}).format(new Date(Date.UTC(2021, m, 15))).toLowerCase(), m); } catch { /* no such language */ }
    }
    return [...names].sort(([a], [b]) => b.length - a.length);
  }
  function monthOf(text) {
    text = text.toLowerCase();
    const year = /(?:^|\D)((?:1[5-9]|2[01])\d\d)(?!\d)/.exec(text);
    if (!year) return -1;
    const named = monthNames().find(([n]) => new RegExp("(?:^|[^\\p{L}])" + n.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "(?![\\p{L}\\d])", "u").test(text));
    if (named) return +year[1] * 12 + named[1];
    const number = /(?:^|\D)(0?[1-9]|1[0-2])(?!\d)/.exec(text.replace(year[1], " "));
    return number ? +year[1] * 12 + +number[1] - 1 : -1;
  }
  function calendar() {
    const pressed = "button,[role=button],[role=gridcell],td,a,[data-hadal-heard]";
    for (const root of roots()) {
      const ones = [...root.querySelectorAll(pressed)].filter(e => squeeze(e.textContent) === "1" && visible(e));
      for (const one of ones) {
        for (let box = one.parentElement, up = 0; box && up < 6; box = box.parentElement, up++) {
          const all = [...box.querySelectorAll(pressed)].filter(visible);
          days = [];
          for (const e of all) { const n = +squeeze(e.textContent); if (n === days.length + 1) days.push(e); }
          if (days.length < 28 || days.length > 31) continue;
          const others = all.filter(e => !/^\d{1,2}$/.test(squeeze(e.textContent)) && !e.querySelector(pressed));
          const month = monthOf([...box.querySelectorAll("*")].filter(e => !e.childElementCount && !all.some(b => b.contains(e)) && visible(e)).map(e => e.textContent).join(" "));
          if (month < 0 || !others.length) continue;
          const sign = e => squeeze(e.textContent).length < 3 ? 0 : 1;
          turners = others.sort((a, b) => sign(a) - sign(b));
          return {month, buttons: turners.map(e => label(e))};
        }
      }
    }
    return null;
  }
  const holdDay = n => (held = days[n - 1]) ? describe(held) : null;
  const holdTurn = i => (held = turners[i]) ? describe(held) : null;

  // A handle is what a mouse drags along a track: small, set apart by its position, and no
  // more than a number to read. What was found of one is marked in what is written of the page.
  let handles = [], near = null, marked = new Map();
  const small = r => r.width > 3 && r.height > 3 && r.width < 70 && r.height < 70;

  // trackOf returns what a handle moves along: the first element around it that is four times
  // as long and does not move with it.
  function trackOf(e) {
    const r = e.getBoundingClientRect();
    for (let t = e.parentElement, up = 0; t && up < 5; t = t.parentElement, up++) {
      const b = t.getBoundingClientRect();
      if (Math.max(b.width, b.height) >= 4 * Math.max(r.width, r.height) && Math.min(b.width, b.height) < 3 * Math.max(r.width, r.height) && getComputedStyle(t).position !== "absolute") return t;
    }
    return null;
  }
  const upright = t => t.offsetHeight > t.offsetWidth;
  const along = e => { const r = e.getBoundingClientRect(); return upright(trackOf(e)) ? r.y : r.x; };

  // findHandles finds the handles that say nothing of themselves, or those that do, too.
  function findHandles(told) {
    handles = [];
    for (const root of roots())
      for (const e of root.querySelectorAll("*")) {
        if (handles.length > 7 || !small(e.getBoundingClientRect()) || getComputedStyle(e).position !== "absolute") continue;
        if (!told && e.hasAttribute("aria-valuemax") || e.matches("input,button,img,svg *") || e.querySelector("input,img") || /\p{L}/u.test(e.textContent)) continue;
        if (visible(e) && trackOf(e) && !handles.some(h => h.contains(e))) handles.push(e);
      }
    const bare = handles.filter(e => !squeeze(e.textContent));
    handles = handles.filter(e => bare.includes(e) || !bare.some(o => trackOf(o).contains(trackOf(e)))); // what it is at stands over it
    return handles.length;
  }
  const holdHandle = i => { // "Slide to delete" stands in the track, or over it
    const e = describe(held = handles[i]);
    return {...e, label: short([e.label, trackOf(held).innerText, ...e.around].join(" "))};
  };

  // grip brings the held handle into view and returns where to take it, between which places
  // it moves, and whether another one of its track stands before it; null where it is none.
  function grip() {
    const t = trackOf(held), at = t && point();
    if (!at) return null;
    near = t;
    for (let n = t.parentElement, up = 0; n && up < 3 && n.innerText?.length < 400; n = n.parentElement, up++) near = n;
    const r = held.getBoundingClientRect(), b = t.getBoundingClientRect(), high = upright(t);
    const by = high ? at.y - r.y - r.height / 2 : at.x - r.x - r.width / 2; // of a frame
    findHandles(true);
    const others = handles.filter(o => o !== held && trackOf(o) === t);
    return {...at, low: (high ? b.top : b.left) + by - 4, high: (high ? b.bottom : b.right) + by + 4, upright: high,
      upper: others.some(e => along(e) < along(held) || along(e) === along(held) && held.compareDocumentPosition(e) & 2), pair: others.length === 1};
  }

  // says returns the numbers that the held handle says itself, or else those that stand around its track.
  function says() {
    if (tells()) return [slid()];
    let text = "";
    const walk = document.createTreeWalker(near, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) if (!raw.test(walk.currentNode.parentNode.localName)) text += walk.currentNode.data + "\n";
    for (const e of near.querySelectorAll("input")) text += e.value + "\n";
    return (text.match(/(?<!\d)[-−]?(?:\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)/g) || [])
      .map(n => +n.replace("−", "-").replace(/[.,'’ \u00a0\u202f](?=\d{3}(?!\d))/g, "").replace(",", "."));
  }

  // mark has the held handle written as the slider that it was found to be.
  const mark = (name, min, max, now) => marked.set(held, {"data-dragged": name, "aria-valuemin": min, "aria-valuemax": max, "aria-valuenow": now});

  // slid is what a slider says that it is at, ends are those that it says it has.
  const tells = () => held.hasAttribute("aria-valuenow");
  const slid = () => parseFloat(held.getAttribute("aria-valuenow")) || 0;
  const ends = () => ["min", "max"].map(n => parseFloat(held.getAttribute("aria-value" + n)) || 0);

  // set is for controls that take no typing (dates, ranges, colours, and what a
  // calendar fills in).
  function set(text) {
    const proto = Object.getPrototypeOf(held);
    const setter = Object.getOwnPropertyDescriptor(proto, "value")?.set;
    setter ? setter.call(held, text) : held.value = text;
    for (const type of ["input", "change"]) held.dispatchEvent(new Event(type, {bubbles: true, composed: true}));
    return held.value;
  }

  // choose picks an option of a native select, a radio button or a checkbox.
  // It returns "done", "none" where there is no such option (yet), or "other"
  // where the held element is no native control with options.
  function choose(text) {
    const e = held, same = s => squeeze(s) === squeeze(text);
    if (e.localName === "select") {
      const o = [...e.options].find(o => o.value === text) || [...e.options].find(o => same(o.label) || same(o.text));
      if (!o) return "none";
      e.focus();
      if (e.multiple) o.selected = true; else e.selectedIndex = o.index;
      for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, {bubbles: true, composed: true}));
      return "done";
    }
    if (e.localName === "input" && (e.type === "radio" || e.type === "checkbox")) {
      const want = e.type === "radio" || text !== "";
      if (e.checked !== want) e.click();
      return "done";
    }
    const o = !e.matches("input,select,textarea,button") && optionOf(text);
    if (o && e.contains(o) && o.matches("[aria-pressed=true],[aria-checked=true],[aria-selected=true]:not([role=option])")) return "done"; // it is on
    if (e.localName === "input" && e.getAttribute("list") && !e.getAttribute("role")) { set(text); return "done"; }
    return "other";
  }

  // options returns the visible options of custom lists: those of the held
  // element's own list first, which may be named by their values alone.
  function options() {
    const ids = ((held.getAttribute("aria-controls") || "") + " " + (held.getAttribute("aria-owns") || "")).split(/\s+/).filter(Boolean);
    const own = ids.map(id => held.getRootNode().getElementById?.(id)).filter(Boolean);
    if (held.getAttribute("role") === "listbox" || held.querySelector("[role=option],[role=menuitemradio],[data-value]")) own.unshift(held);
    const kinds = "[role=option],[role=menuitemradio],[role=menuitemcheckbox],[role=treeitem]";
    const of = (r, which) => [...r.querySelectorAll(which)].filter(visible);
    let found = own.flatMap(r => of(r, kinds + ",[data-value]"));
    if (!found.length && !held.matches("input,select,textarea,button,[role]:not([role=group],[role=radiogroup],[role=tablist])"))
      found = of(held, "button,a,[role=button],[role=tab],[role=radio],[role=checkbox],[aria-pressed],[aria-checked],[aria-selected]"); // a row of them
    return found.length ? found : [...roots()].flatMap(r => of(r, kinds));
  }

  // appeared returns what could not be seen before something was typed into the held
  // box, says what is wanted and leads nowhere.
  function appeared(want) {
    if (!held.matches("input,textarea,[contenteditable]")) return null;
    for (const root of roots())
      for (const e of root.querySelectorAll("*"))
        if (!before.has(e) && squeeze(e.textContent) === want && ![...e.children].some(c => squeeze(c.textContent) === want) &&
          !e.matches("option,script,style") && !e.closest("a[href]:not([href^='#'])") && visible(e)) return e;
    return null;
  }

  // optionOf is the option that text names.
  function optionOf(text) {
    const want = squeeze(text);
    const list = options();
    return list.find(o => (o.getAttribute("data-value") ?? o.getAttribute("value")) === text) ||
      list.find(o => label(o) === want || squeeze(o.textContent) === want);
  }

  // pick holds the option that text names and reports whether there is one.
  function pick(text) {
    const o = optionOf(text) || appeared(squeeze(text));
    if (o) held = o;
    return o ? describe(o) : null;
  }

  // selectorOf names an element within its root.
  function selectorOf(e) {
    const root = e.getRootNode();
    const own = n => n.id && root.querySelectorAll("#" + CSS.escape(n.id)).length === 1 ? "#" + CSS.escape(n.id) : "";
    let path = "";
    for (let n = e; n && n.nodeType === 1; n = n.parentNode) {
      if (own(n)) return own(n) + path;
      let nth = 1;
      for (let s = n.previousElementSibling; s; s = s.previousElementSibling) if (s.localName === n.localName) nth++;
      path = ">" + n.localName + ":nth-of-type(" + nth + ")" + path;
    }
    return path.slice(1);
  }

  // pressables returns what may lead somewhere when it is pressed and is no link
  // that says where: what is likely to lead to a search first, and a few of a
  // kind. Views of the page that links name by the end of its address come too.
  function pressables() {
    const likely = /search|find|such|cherch|busca|cerca|zoek|s[oö]k|s[oø]g|haku|szuk|hleda|keres|поиск|検索|搜索|查找|검색|catal|katalog|browse|explor|databas|archiv|collection|menu|lupe|magnif|advanced/i;
    const out = [], kinds = new Map();
    for (const root of roots()) {
      if (root.ownerDocument && root.ownerDocument !== document || root.nodeType === 9 && root !== document) continue; // frames
      for (const e of root.querySelectorAll("a,button,summary,[role=button],[role=link],[role=tab],[role=menuitem],[role=treeitem],[onclick],[onmousedown],[tabindex],[data-hadal-heard],div,span,li,td,tr,img,svg,i,b,p,em,strong,label")) {
        const href = e.localName === "a" ? (e.getAttribute("href") || "").trim() : "";
        const view = /^#[!/]/.test(href);
        if (href && !view && !/^(#.{0,60}|javascript:.*)$/i.test(href)) continue;
        if (!visible(e) || e.closest("a[href]") && !e.matches("a[href]")) continue;
        if (sets(e)) continue;
        if (e.type === "reset" || e.type === "submit" && e.form && e.form.querySelector("input:not([type=hidden]),select,textarea")) continue;
        const sure = view || e.matches("a,button,summary,[role],[onclick],[onmousedown],[data-hadal-heard]");
        if (!sure) {
          const points = getComputedStyle(e).cursor === "pointer" && (!e.parentElement || getComputedStyle(e.parentElement).cursor !== "pointer");
          const names = [...e.attributes].some(a => /^data-/.test(a.name)) && e.childElementCount === 0;
          if (!points && !names) continue;
        }
        if ((e.innerText || "").length > 200 || e.querySelectorAll("a[href],button,input,select").length > 1) continue;
        const kind = e.localName + "." + e.className + "@" + (e.parentElement ? e.parentElement.localName + "." + e.parentElement.className : "");
        const n = kinds.get(kind) || 0, d = brief(e);
        const rank = (likely.test(d.label + " " + d.says + " " + e.className + " " + href) ? 0 : 2) + (sure ? 0 : 1);
        if (n >= (rank > 1 ? 3 : 6)) continue;
        kinds.set(kind, n + 1);
        out.push({at: selectorOf(e), view: view ? href : "", text: d.label, rank, alike: alike(e)});
      }
    }
    return out.sort((a, b) => a.rank - b.rank);
  }

  // alike reports whether a control is one of several side by side that look the same, and are no
  // part of the site's navigation.
  function alike(e) {
    const same = [...(e.parentElement ? e.parentElement.children : [])].filter(o => o.localName === e.localName && o.className === e.className);
    return same.length > 1 && !e.closest("nav,header,aside,[role=navigation],[role=menu],[role=menubar],[role=tablist]");
  }

  // sets reports whether a control says what something shall be, and leads nowhere: it is on or off,
  // one of several, a step up or down, a number; or a tab that has no panel.
  function sets(e) {
    const role = e.getAttribute("role"), says = squeeze(e.innerText || e.getAttribute("aria-label"));
    return e.hasAttribute("aria-pressed") || /^(switch|checkbox|radio|option|slider|spinbutton|menuitemcheckbox|menuitemradio)$/.test(role) ||
      /^[-+−–＋±]?\d*$/.test(says) && says !== "" ||
      role === "tab" && !e.hasAttribute("aria-controls") && !e.getRootNode().querySelector("[role=tabpanel]");
  }

  // boxes counts what can be filled in or chosen from on the page.
  const boxes = () => [...roots()].reduce((n, root) => n + [...root.querySelectorAll("input:not([type=hidden],[type=button],[type=submit],[type=checkbox],[type=radio]),select,textarea,[contenteditable],[role=combobox],[role=searchbox]")].filter(visible).length, 0);

  // Changes of what can be read, since when.
  let changes = 0, changedAt = performance.now();
  const observed = new WeakSet();
  function reads(r) {
    if (r.type === "characterData") return squeeze(r.target.data).length > 20 || !/\d/.test(r.target.data);
    const t = r.target;
    if (t.nodeType === 1 && t.closest("head,script,style")) return false;
    return [...r.addedNodes, ...r.removedNodes].some(n => n.nodeType === 1 ? !/^(script|style|link|meta)$/.test(n.localName) : n.nodeType === 3 && squeeze(n.data).length > 20);
  }
  const observer = new MutationObserver(records => {
    if (records.some(reads)) { changes++; changedAt = performance.now(); }
  });
  function watch() {
    for (const root of roots())
      if (!observed.has(root)) {
        observed.add(root);
        observer.observe(root, {subtree: true, childList: true, characterData: true});
      }
    return {changes, quiet: performance.now() - changedAt, ready: document.readyState, at: location.href};
  }

  // kids returns the children of a node as they are shown: shadow roots in
  // the place of their hosts' children, slotted elements in their slots.
  function kids(n) {
    if (n.shadowRoot) return n.shadowRoot.childNodes;
    if (n.localName === "slot" && n.assignedNodes) {
      const given = n.assignedNodes();
      if (given.length) return given;
    }
    return n.childNodes;
  }

  // Rows that lists have shown. A list is named by its path, because scripts
  // that draw pages replace elements by like ones.
  const lists = new Map(); // path -> {rows: Map key -> node, now: Set of keys, gained}
  const skipped = /^(script|style|noscript|template|head|select|datalist|svg|option|textarea)$/;

  // look notes the rows of every list on the page. It returns how many were not
  // seen before in the list that gained most. What stands around a list is new text
  // with each row that comes again: it counts where a row in it is new, or its own words are.
  function look() {
    let count = 0;
    const fresh = [];
    const words = c => squeeze([...c.childNodes].map(k => k.nodeType === 3 ? k.data : "").join(" "));
    // visit returns whether a row in n is new.
    const visit = (n, path) => {
      if (++count > maxNodes) return true;
      const shown = [...kids(n)].filter(c => c.nodeType === 1 && !skipped.test(c.localName));
      const inner = frameDocument(n);
      if (inner?.body) shown.push(inner.body);
      const nth = {};
      const rows = [];
      for (const c of shown) {
        const text = squeeze(c.textContent);
        nth[c.localName] = (nth[c.localName] || 0) + 1;
        const at = path + ">" + c.localName + nth[c.localName], old = lists.get(at);
        const was = old && old.words;
        const grew = visit(c, at) || was !== words(c);
        if (text || c.shadowRoot) rows.push([c, text, !old || grew]);
      }
      if (!rows.length && !lists.has(path)) return false;
      let l = lists.get(path);
      const first = !l;
      if (first) lists.set(path, l = {rows: new Map(), now: new Set(), gained: 0});
      l.now = new Set();
      l.words = words(n);
      let gained = 0;
      for (const [c, text, anew] of rows) {
        const hrefs = [...c.querySelectorAll("a[href]")].slice(0, 4).map(a => a.getAttribute("href"));
        if (c.localName === "a") hrefs.push(c.getAttribute("href"));
        const key = (c.shadowRoot ? squeeze(serialise(c)) : text) + " " + hrefs.join(" ");
        l.now.add(key);
        if (!l.rows.has(key)) {
          l.rows.set(key, copy(c));
          if (!first) { l.gained++; if (anew) gained++; }
        }
      }
      if (gained) fresh.push(gained);
      return first || gained > 0;
    };
    visit(document.body || document.documentElement, "");
    if (fresh.length) turns++;
    return fresh.length ? Math.max(...fresh) : 0;
  }
  let turns = 0; // looks that brought something new
  const copy = c => c.shadowRoot || c.querySelector("iframe") ? serialise(c) : c.outerHTML;

  // forget begins a new account of the rows.
  function forget() { lists.clear(); turns = 0; look(); }

  // lost returns the lists that no longer show all rows that they have shown.
  // The elements around a list change with it, but by a row or two each time;
  // lists within its rows change as well, but are not meant.
  function lost() {
    const changed = [...lists].filter(([, l]) => l.gained > 1).sort(([a], [b]) => a.split(">").length - b.split(">").length);
    let real = changed.filter(([, l]) => l.gained > 2.5 * turns);
    const most = Math.max(0, ...changed.map(([, l]) => l.gained));
    if (!real.length) real = changed.filter(([, l]) => l.gained === most).slice(-1);
    const back = new Map();
    for (const [path, l] of real)
      if (l.gained >= most / 2 && ![...back.keys()].some(p => path.startsWith(p + ">"))) back.set(path, l);
    for (const [path, l] of back) if ([...l.rows.keys()].every(k => l.now.has(k))) back.delete(path);
    return back;
  }

  // scroller finds what scrolls.
  function scroller() {
    const candidates = [];
    for (const root of roots()) {
      const page = root.scrollingElement;
      if (page) candidates.push(page);
      for (const e of root.querySelectorAll("*")) {
        if (e === page || e.scrollHeight <= e.clientHeight + 8 || e.clientHeight < 60 || e.clientWidth < 60) continue;
        const how = getComputedStyle(e).overflowY;
        if ((how === "auto" || how === "scroll" || how === "overlay") && visible(e) && !e.closest("nav,select,textarea,pre")) candidates.push(e);
      }
    }
    return candidates;
  }

  // scroll moves everything that scrolls down by most of what it shows, and
  // reports whether anything moved.
  function scroll() {
    let moved = false;
    for (const e of scroller()) {
      const before = e.scrollTop;
      const shown = e === document.scrollingElement ? innerHeight : e.clientHeight;
      e.scrollBy({top: Math.max(shown * 0.8, 40), behavior: "instant"});
      moved ||= e.scrollTop > before + 1;
    }
    if (!moved) { // lists that load at their end listen for the event or for the last element
      for (const e of scroller()) {
        (e === document.scrollingElement ? document : e).dispatchEvent(new Event("scroll", {bubbles: e === document.scrollingElement}));
      }
    }
    return moved;
  }
  const toTop = () => { for (const e of scroller()) e.scrollTo({top: 0, behavior: "instant"}); };

  // banners returns the buttons of what lies over the page and speaks of
  // cookies, the likeliest banner first.
  let bannerButtons = [];
  function banners() {
    const speaks = /cookie|consent|gdpr|dsgvo|rgpd|privacy|privat|datenschutz|einwillig|confidentialit|tracking|隐私|同意|プライバシー|クッキー|쿠키|файлы куки|куки/i;
    const boxes = [];
    for (const root of roots())
      for (const e of root.querySelectorAll("[role=dialog],[role=alertdialog],dialog,[id],[class],[aria-label],[aria-modal]")) {
        const named = /cookie|consent|gdpr|cmp|privacy|onetrust|didomi|usercentrics|banner/i.test(e.id + " " + (typeof e.className === "string" ? e.className : "") + " " + (e.getAttribute("aria-label") || ""));
        const dialog = e.matches("[role=dialog],[role=alertdialog],dialog,[aria-modal=true]");
        const style = named || dialog ? null : getComputedStyle(e);
        if (!named && !dialog && style.position !== "fixed" && style.position !== "sticky") continue;
        const text = e.textContent;
        if (text.length > 20000 || !speaks.test(text) || !visible(e)) continue;
        boxes.push(e);
      }
    bannerButtons = [...new Set(boxes.flatMap(b => [...b.querySelectorAll("button,[role=button],input[type=button],input[type=submit],a")]))].filter(visible).slice(0, 40);
    return bannerButtons.map(describe);
  }
  const holdBanner = i => { held = bannerButtons[i]; return true; };

  const inlineTag = /^(a|abbr|b|bdi|button|cite|code|data|em|i|img|label|mark|small|span|strong|time|u|var)$/;
  const voids = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
  const raw = /^(script|style|xmp|plaintext|noembed|noframes)$/;
  const escape = s => s.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const quote = s => s.replace(/&/g, "&amp;").replace(/"/g, "&quot;");

  // stateOf returns the attributes of a control that say what it holds now, null
  // for one that it has no more.
  function stateOf(e) {
    if (e.localName === "option") return {selected: e.selected ? "" : null};
    if (e.localName !== "input" || e.type === "password" || e.type === "file") return {};
    if (e.type === "checkbox" || e.type === "radio") return {checked: e.checked ? "" : null};
    return e.value !== "" || e.hasAttribute("value") ? {value: e.value} : {};
  }

  // serialise writes a node as HTML as it is shown: with shadow trees, frames
  // of the same origin, and what of lists was seen before. What a reader cannot
  // see is marked with the attribute hidden.
  function serialise(node, restore, path = "", absolute = false) {
    let out = "", count = 0;
    const write = (n, path, absolute, seen) => {
      if (++count > maxNodes) return;
      if (n.nodeType === 3) { out += raw.test(n.parentNode?.localName) ? n.data : escape(n.data); return; }
      if (n.nodeType === 11) { for (const c of n.childNodes) write(c, path, absolute, seen); return; }
      if (n.nodeType !== 1 || n.localName === "noscript") return;
      if (n.localName === "template") { out += n.outerHTML; return; }
      if (n.localName === "frameset") { // its frames, as a body: parsers drop all else there
        out += "<body>";
        for (const f of n.querySelectorAll("frame")) {
          const inner = frameDocument(f);
          out += "<div>";
          if (inner?.body) for (const c of inner.body.localName === "frameset" ? [inner.body] : inner.body.childNodes) write(c, "-", true, seen);
          out += "</div>";
        }
        out += "</body>";
        return;
      }
      // What a style sets apart is apart for those who read the text alone.
      if (seen && inlineTag.test(n.localName) && !/\s$/.test(out.slice(-1))) {
        const apart = getComputedStyle(n), around = n.parentElement && getComputedStyle(n.parentElement).display;
        if (apart.display !== "inline" && apart.display !== "contents" || /flex|grid/.test(around) || parseFloat(apart.marginLeft) > 2) out += " ";
      }
      out += "<" + n.localName;
      const state = stateOf(n);
      for (const a of n.attributes) {
        let v = a.value;
        if (a.name in state || /["'<>\/=]/.test(a.name)) continue;
        if (absolute && (a.name === "href" || a.name === "src" || a.name === "action") && typeof n[a.name] === "string") v = n[a.name];
        out += " " + a.name + '="' + quote(v) + '"';
      }
      for (const [name, v] of Object.entries(marked.get(n) || {})) if (!n.hasAttribute(name)) out += " " + name + '="' + v + '"';
      for (const name in state) if (state[name] !== null) out += " " + name + '="' + quote(state[name]) + '"';
      if (seen && n.checkVisibility && !n.checkVisibility() && !n.hasAttribute("hidden") &&
        !/^(script|style|head|title|meta|link|base|template|option|optgroup|datalist|area|map|source|track|param|br|wbr|input|slot)$/.test(n.localName) &&
        !n.closest("head,details:not([open]),select,svg") && getComputedStyle(n).display !== "contents") {
        out += ' hidden=""';
        seen = false;
      }
      out += ">";
      if (voids.test(n.localName)) return;
      const before = restore?.get(path);
      if (n.localName === "textarea") out += "\n" + escape(n.value);
      else if (before) {
        const showing = new Set();
        for (const html of before.rows.values()) if (!showing.has(html)) { showing.add(html); out += html; }
      } else {
        const nth = {};
        if (n.localName === "pre" && n.firstChild?.data?.startsWith("\n")) out += "\n"; // parsers drop the first
        for (const c of kids(n)) {
          let at = path;
          if (c.nodeType === 1 && !skipped.test(c.localName)) {
            nth[c.localName] = (nth[c.localName] || 0) + 1;
            at = path + ">" + c.localName + nth[c.localName];
          } else if (c.nodeType === 1) at = "-";
          write(c, at, absolute, seen);
        }
      }
      out += "</" + n.localName + ">";
      const inner = frameDocument(n);
      if (inner?.body) {
        out += "<div>";
        for (const c of inner.body.childNodes) write(c, "-", true, seen);
        out += "</div>";
      }
    };
    write(node, path, absolute, true);
    return out;
  }

  function snapshot() {
    const doc = document.documentElement;
    if (!doc) return "<!DOCTYPE html>"; // a script has taken everything away
    const back = lost();
    let out = "<!DOCTYPE html><html";
    for (const a of doc.attributes) out += " " + a.name + '="' + quote(a.value) + '"';
    out += ">";
    for (const c of doc.children) out += c === document.body ? serialise(c, back) : serialise(c);
    return out + "</html>";
  }

  return {pressables, boxes, forms, find, point, pointAgain, moved, press, focus, keep, calendar, holdDay, holdTurn, findHandles, holdHandle, grip, says, mark, tells, slid, ends, set, choose, pick, watch, look, forget, scroll, toTop, banners, holdBanner, snapshot};
})();
