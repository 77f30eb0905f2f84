// Starts the page.

import { App } from "./app.js";
import { connection, followAddress } from "./session.js";
import "./settings.js";
import { loadTexts } from "./texts.js";
import { html, render } from "./ui.js";

await loadTexts();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
followAddress();
connection.start();
addEventListener("online", () => connection.hurry());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) connection.hurry();
});
