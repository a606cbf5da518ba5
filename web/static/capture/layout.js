const clamped = (value, most, least) => Math.max(least, Math.min(value, most));

/** What the message above and the buttons below need; on a low, wide screen they stand at the sides. */
const room = ({ width, height }, below) =>
  height < 500 && width > 540
    ? { side: width * 0.27, top: 24, bottom: 24 }
    : { side: 20, top: Math.min(128, height * 0.2), bottom: clamped(below + 12, height * 0.55, Math.min(150, height * 0.23)) };

/** Where the face belongs, as the server's guidance has it, or the document. */
export function regionOf(kind, { width, height }, ratio) {
  const isFace = kind === "face";
  const innerWidth = isFace ? Math.min(height * 0.45, width * 0.6) : Math.min(width * 0.88, height * 0.78 * ratio);
  const innerHeight = innerWidth / (isFace ? 0.75 : ratio);
  return { x: (width - innerWidth) / 2, y: height * 0.45 - innerHeight / 2, width: innerWidth, height: innerHeight };
}

/**
 * How large and where the video is drawn, with the region in sight and, if it can be, the screen filled.
 * @param below how high that is which stands at the lower edge.
 */
export function layout(screen, picture, region, below = 0) {
  const { side, top, bottom } = room(screen, below);
  const free = screen.height - top - bottom;
  const fills = Math.max(screen.width / picture.width, screen.height / picture.height);
  const scale = Math.min(fills, (screen.width - 2 * side) / region.width, free / region.height);
  // A picture fills the screen as far as its region stays clear of what is around.
  const place = (wished, rest, slack) =>
    rest > 0 ? wished : clamped(clamped(wished, 0, rest), wished + slack, wished - slack);
  const [x, y] = [region.x + region.width / 2, region.y + region.height / 2];
  return {
    scale,
    left: place(screen.width / 2 - x * scale, screen.width - picture.width * scale, Infinity),
    top: place(top + free / 2 - y * scale, screen.height - picture.height * scale, (free - region.height * scale) / 2),
  };
}
