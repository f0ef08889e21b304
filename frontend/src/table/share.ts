// A picture of the board with the result below it, to be kept or sent.

const NAME = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" } as const;
const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => NAME[sign as keyof typeof NAME]);

/** The server's picture, and lines of text under it. */
export function withResult(picture: string, lines: string[]): string {
  const found = /viewBox="([-\d.e]+)[ ,]+([-\d.e]+)[ ,]+([\d.e]+)[ ,]+([\d.e]+)"/.exec(picture);
  const [wide, high] = found ? [Number(found[3]), Number(found[4])] : [1000, 700];
  const line = wide / 36;
  const foot = (lines.length + 0.8) * line;
  const inner = picture.slice(picture.indexOf("<svg")).replace(/<svg([^>]*)>/, (_, given: string) => {
    const kept = given.replace(/ (width|height|x|y)="[^"]*"/g, "");
    return `<svg${kept} x="0" y="0" width="${wide}" height="${high}">`;
  });
  const words = lines
    .map(
      (text, n) =>
        `<text x="${line * 0.6}" y="${high + line * (n + 1)}" font-size="${line * 0.72}"${n ? "" : ' font-weight="bold"'}>${safe(text)}</text>`,
    )
    .join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high + foot}">` +
    `<rect width="${wide}" height="${high + foot}" fill="#fffdf7"/>${inner}` +
    `<g font-family="sans-serif" fill="#1c2430">${words}</g></svg>`
  );
}

/** Let the browser keep a text as a file. */
export function keepFile(text: string, name: string, kind: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
