// The pictures of the games: games/NAME/cover.svg, or cover-PART.svg where one folder has several games.

const FILES = import.meta.glob<string>("../games/*/cover*.svg", {
  eager: true,
  query: "?url",
  import: "default",
});

export function coverOf(game: string): string | undefined {
  const [folder, ...rest] = game.split("-");
  return (
    FILES[`../games/${game.replaceAll("-", "_")}/cover.svg`] ??
    FILES[`../games/${folder}/cover-${rest.join("-")}.svg`]
  );
}
