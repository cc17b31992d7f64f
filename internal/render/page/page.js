"use strict";
// Search: / goes to the field, what does not hold the text is hidden, Enter and Shift-Enter go through the rest, Escape ends.
// The text stands behind #/ in the address, so that a search can be passed on.
(() => {
  const field = document.getElementById("search");
  const found = document.getElementById("found");
  const items = [...document.querySelectorAll("[data-item]")].map((element) => ({ element, text: element.textContent.toLowerCase() }));
  let hits = [];
  let current = -1;

  function show(text) {
    const wanted = text.trim().toLowerCase();
    hits = [];
    current = -1;
    for (const { element, text: held } of items) {
      const hit = wanted !== "" && held.includes(wanted);
      element.hidden = wanted !== "" && !hit;
      element.classList.toggle("hit", hit);
      element.classList.remove("current");
      if (!hit) continue;
      hits.push(element);
      for (const folded of element.querySelectorAll("details")) {
        if (folded.textContent.toLowerCase().includes(wanted)) folded.open = true;
      }
    }
    found.textContent = wanted === "" ? "" : `${hits.length} of ${items.length}`;
  }

  function go(by) {
    if (hits.length === 0) return;
    if (current >= 0) hits[current].classList.remove("current");
    current = (current + by + hits.length) % hits.length;
    hits[current].classList.add("current");
    hits[current].scrollIntoView({ block: "center" });
    found.textContent = `${current + 1} of ${hits.length}`;
  }

  function fromAddress() {
    if (!location.hash.startsWith("#/")) return;
    try {
      field.value = decodeURIComponent(location.hash.slice(2));
    } catch {
      field.value = location.hash.slice(2);
    }
    show(field.value);
  }

  field.addEventListener("input", () => {
    show(field.value);
    history.replaceState(null, "", field.value === "" ? "#" : "#/" + encodeURIComponent(field.value));
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      field.value = "";
      show("");
      field.blur();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
  addEventListener("hashchange", fromAddress);
  fromAddress();
  document.documentElement.dataset.ready = "yes";
})();
