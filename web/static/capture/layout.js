/** What the message above and the buttons below need. */
const ROOM = { side: 20, top: 128, bottom: 150 };

/** Where the face belongs, as the server's guidance has it, or the document. */
export function regionOf(kind, { width, height }, ratio) {
  const isFace = kind === "face";
  const innerWidth = isFace ? Math.min(height * 0.45, width * 0.6) : Math.min(width * 0.88, height * 0.78 * ratio);
  const innerHeight = innerWidth / (isFace ? 0.75 : ratio);
  return { x: (width - innerWidth) / 2, y: height * 0.45 - innerHeight / 2, width: innerWidth, height: innerHeight };
}

/** How large and where the video is drawn, with the region in sight and, if it can be, the screen filled. */
export function layout(screen, picture, region) {
  const free = screen.height - ROOM.top - ROOM.bottom;
  const fills = Math.max(screen.width / picture.width, screen.height / picture.height);
  const scale = Math.min(fills, (screen.width - 2 * ROOM.side) / region.width, free / region.height);
  const place = (wished, rest) => (rest > 0 ? rest / 2 : Math.min(Math.max(wished, rest), 0));
  const [x, y] = [region.x + region.width / 2, region.y + region.height / 2];
  return {
    scale,
    left: place(screen.width / 2 - x * scale, screen.width - picture.width * scale),
    top: place(ROOM.top + free / 2 - y * scale, screen.height - picture.height * scale),
  };
}
