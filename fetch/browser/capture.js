// The document as it stands, as HTML that a parser without scripts reads to the
// same tree: shadow trees in place of what they hide, slots filled, frames of
// the same origin written out behind their element, the state of controls in
// their attributes, without what only stands there for want of scripts.
(limit => {
  "use strict";
  const out = [];
  let length = 0, cut = false;
  const put = s => {
    if (length + s.length > limit) { cut = true; return; }
    length += s.length;
    out.push(s);
  };
  const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
  const RAW = new Set("script style xmp noembed noframes plaintext".split(" "));
  const LINKS = new Set(["href", "src", "action", "formaction", "longdesc", "cite"]);
  const text = s => s.replace(/&/g, "&amp;").replace(/\u00a0/g, "&nbsp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const quoted = s => s.replace(/&/g, "&amp;").replace(/\u00a0/g, "&nbsp;").replace(/"/g, "&quot;");

  const attributes = (e, name, doc) => {
    const values = new Map();
    for (const a of e.attributes) {
      let v = a.value;
      if (doc !== document && LINKS.has(a.name)) {
        try { v = new URL(v, doc.baseURI).href; } catch { /* as it is */ }
      }
      values.set(a.name, v);
    }
    const flag = (name, on) => { if (on) values.set(name, ""); else values.delete(name); };
    if (name === "input") {
      if (e.type === "checkbox" || e.type === "radio") flag("checked", e.checked);
      else if (e.type !== "password" && e.type !== "file" && (e.value !== "" || values.has("value"))) values.set("value", e.value);
    } else if (name === "option") {
      flag("selected", e.selected);
    }
    let s = "";
    for (const [k, v] of values) {
      if (!/[\s"'<>\/=\u0000]/.test(k)) s += ` ${k}="${quoted(v)}"`;
    }
    return s;
  };

  const children = (n, depth, doc) => {
    for (let c = n.firstChild; c && !cut; c = c.nextSibling) node(c, depth + 1, doc);
  };

  const frame = (e, depth) => {
    let inner = null;
    try { inner = e.contentDocument; } catch { /* another origin's */ }
    if (!inner || !inner.body || inner.URL === "about:blank" && !inner.body.firstChild) return;
    put(`<hadal-frame src="${quoted(inner.URL)}">`);
    if (inner.body.localName === "frameset") node(inner.body, depth + 1, inner);
    else children(inner.body, depth + 1, inner);
    put("</hadal-frame>");
  };

  const node = (n, depth, doc) => {
    if (cut || depth > 1500) return;
    if (n.nodeType === 3) {
      const parent = n.parentNode;
      put(parent && RAW.has(parent.localName) ? n.data : text(n.data));
      return;
    }
    if (n.nodeType !== 1) return;
    let name = n.localName;
    if (name === "noscript") return;
    if (name === "slot" && n.getRootNode() instanceof ShadowRoot) {
      const given = n.assignedNodes({flatten: true});
      if (given.length) for (const g of given) node(g, depth + 1, doc);
      else children(n, depth, doc);
      return;
    }
    if (name === "frame") { frame(n, depth); return; }
    if (name === "frameset") name = doc.body === n && doc === document ? "body" : "div";
    put(`<${name}${attributes(n, name, doc)}>`);
    if (VOID.has(name)) return;
    if (name === "textarea") put(text("\n" + n.value));
    else if (name === "template") { /* not shown, and no part of the tree */ }
    else if (name === "iframe") { put("</iframe>"); frame(n, depth); return; }
    else if (n.shadowRoot) children(n.shadowRoot, depth, doc);
    else {
      if ((name === "pre" || name === "listing") && n.firstChild && n.firstChild.nodeType === 3 && n.firstChild.data[0] === "\n") put("\n");
      children(n, depth, doc);
    }
    put(`</${name}>`);
  };

  if (document.doctype) put("<!DOCTYPE html>");
  if (document.documentElement) node(document.documentElement, 0, document);
  return {html: out.join(""), url: location.href, cut};
})
