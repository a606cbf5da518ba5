/** What the message above and the buttons below need; on a low, wide screen they stand at the sides. */
const room = ({ width, height }) =>
  height < 500 && width > 540
    ? { side: width * 0.27, top: 24, bottom: 24 }
    : { side: 20, top: Math.min(128, height * 0.2), bottom: Math.min(150, height * 0.23) };

/** Where the face belongs, as the server's guidance has it, or the document. */
export function regionOf(kind, { width, height }, ratio) {
  const isFace = kind === "face";
  const innerWidth = isFace ? Math.min(height * 0.45, width * 0.6) : Math.min(width * 0.88, height * 0.78 * ratio);
  const innerHeight = innerWidth / (isFace ? 0.75 : ratio);
  return { x: (width - innerWidth) / 2, y: height * 0.45 - innerHeight / 2, width: innerWidth, height: innerHeight };
}

/** How large and where the video is drawn, with the region in sight and, if it can be, the screen filled. */
export function layout(screen, picture, region) {
  const { side, top, bottom } = room(screen);
  const free = screen.height - top - bottom;
  const fills = Math.max(screen.width / picture.width, screen.height / picture.height);
  const scale = Math.min(fills, (screen.width - 2 * side) / region.width, free / region.height);
  const place = (wished, rest) => (rest > 0 ? rest / 2 : Math.min(Math.max(wished, rest), 0));
  const [x, y] = [region.x + region.width / 2, region.y + region.height / 2];
  return {
    scale,
    left: place(screen.width / 2 - x * scale, screen.width - picture.width * scale),
    top: place(top + free / 2 - y * scale, screen.height - picture.height * scale),
  };
}
