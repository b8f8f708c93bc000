// Reads the replay of the page.
const replayData = JSON.parse(document.getElementById("replay").textContent);
document.title = replayData.title;
