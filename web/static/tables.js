// A table that would not fit is shown as blocks (`site.css`): each cell then has the name of its column before it, and roles keep
// it a table for who listens. Tables that do so by themselves have roles already; without this script the others scroll.
for (const table of document.querySelectorAll(".scroll table:not([role])")) {
  const columns = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent.trim());
  if (columns.length === 0 || table.querySelector("[colspan], [rowspan]")) continue;
  table.setAttribute("role", "table");
  for (const group of table.querySelectorAll("thead, tbody")) group.setAttribute("role", "rowgroup");
  for (const row of table.rows) {
    row.setAttribute("role", "row");
    [...row.cells].forEach((cell, index) => {
      const heading = cell.scope === "col" ? "columnheader" : "rowheader";
      cell.setAttribute("role", cell.tagName === "TH" ? heading : "cell");
      if (index > 0 && columns[index] && cell.tagName === "TD") cell.dataset.column = columns[index];
    });
  }
  table.classList.add("folds");
}
