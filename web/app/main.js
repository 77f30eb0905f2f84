// Starts the page.

import { App } from "./app.js";
import { addBasePath } from "./base_path.js";
import { getLazyPart } from "./lazy_pages.js";
import { connection, findRoomCode, syncRoomWithAddress } from "./game_store.js";
import { getCurrentRoute } from "./router.js";
import "../settings/preferences.js";
import { loadTexts } from "./texts.js";
import { html, render } from "../shared/ui.js";

await loadTexts();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
syncRoomWithAddress();
connection.room = findRoomCode(getCurrentRoute()) ?? "";
connection.start();
// Loaded while people choose what to play.
for (const name of ["room", "lobby", "table"]) getLazyPart(name);
addEventListener("online", () => connection.reconnectNow());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) connection.reconnectNow();
});
// There are no service workers without HTTPS.
if ("serviceWorker" in navigator) void navigator.serviceWorker.register(addBasePath("/sw.js"));
