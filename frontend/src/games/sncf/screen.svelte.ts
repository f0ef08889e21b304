// Whether the screen is so small that names and buttons on the map must be larger.

const query = matchMedia("(max-width: 760px)");
let small = $state(query.matches);
query.addEventListener("change", () => (small = query.matches));

export function smallScreen(): boolean {
  return small;
}
