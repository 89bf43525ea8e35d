/**
 * Live boards: make pictures of examples (`pictures/examples/<game>.<position>.png`) playable, and link pictures of
 * whole games (`pictures/page-<game>.png`) to their lessons. The page itself is below `app/`. Without JavaScript, and
 * on the repository's website, the pictures stay pictures.
 */

const APP = new URL("../app/", document.currentScript.src); // this file is in site/
const WORDS = {
  en: { try: "Try it", stop: "Back to the picture", learn: "Learn it by playing", play: "Play now", board: "A live board" },
  de: { try: "Ausprobieren", stop: "Zurück zum Bild", learn: "Spielend lernen", play: "Jetzt spielen", board: "Ein Brett zum Ausprobieren" },
};

/** Return the language of the text around an element. @param {Element} near */
const language = (near) => (near.closest("[lang]")?.getAttribute("lang") === "de" ? "de" : "en");

const isDark = () => document.body.dataset.mdColorScheme === "slate";

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "md-button live-button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

/** Link to a page of the app, in the language of the text around the link. @param {Element} near @param {"learn" | "play"} text @param {string} room @param {string} kind */
function link(near, text, room, kind = "") {
  const spoken = language(near);
  const made = document.createElement("a");
  made.className = `md-button live-button ${kind}`;
  made.textContent = WORDS[spoken][text];
  made.href = new URL(`?language=${spoken}#${room}`, APP).href;
  return made;
}

/** Add a button that replaces an example's picture with a live board. @param {HTMLImageElement} picture @param {string} game @param {string} position */
function offer(picture, game, position) {
  const spoken = language(picture);
  const words = WORDS[spoken];
  const box = document.createElement("span");
  box.className = "live";
  picture.replaceWith(box);
  const frame = document.createElement("iframe");
  frame.title = `${words.board}: ${picture.alt}`;
  const opener = button(words.try, () => {
    const asked = new URLSearchParams({ language: spoken, theme: isDark() ? "dark" : "light" });
    frame.src = new URL(`?${asked}#/example/${game}#${position}`, APP).href;
    box.replaceChildren(frame, closer);
    closer.focus({ preventScroll: true });
  });
  const closer = button(words.stop, () => {
    box.replaceChildren(picture, opener);
    opener.focus({ preventScroll: true });
  });
  box.append(picture, opener);
}

for (const picture of document.querySelectorAll(".md-content img")) {
  const [, game, position] = /\/examples\/(\w+)\.([\w-]+)\.png$/.exec(picture.src) ?? [];
  if (game) offer(picture, game, position);
  const [, shown] = /\/page-(\w+)(?:\.de)?\.png$/.exec(picture.src) ?? [];
  if (shown) picture.after(link(picture, "learn", `/lesson/${shown}`));
}
for (const place of document.querySelectorAll(".play-now")) place.append(link(place, "play", "/", "md-button--primary"));
