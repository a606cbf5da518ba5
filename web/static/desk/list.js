// On a phone the conditions fold into one line of words, so that the first case is seen.
const fold = document.querySelector(".fold[data-folds]");
if (fold && matchMedia("(max-width: 40rem)").matches) fold.open = false;
