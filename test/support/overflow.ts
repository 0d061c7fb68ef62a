/** Whether a page fits its window: for journeys and for pictures. */

/** Runs in the page. What is wider than the window, what sticks out of it without a place to scroll, and buttons that are squeezed. */
export function lookForOverflow(width: number): string[] {
  const root = document.documentElement;
  const found = root.scrollWidth > width ? [`the page is ${root.scrollWidth} px wide`] : [];
  const cut = (element: Element | null): boolean => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX !== "visible" || style.visibility === "hidden" || style.position === "fixed") return true;
      if (at.matches('.sr, .skip, [aria-hidden="true"], dialog')) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll("body *")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    // As wide as WCAG 2.5.8 has it at least: a button that gives way to its neighbors is lost before it is gone.
    if (element.matches(".btn") && box.width < 24 && !cut(element))
      found.push(`is squeezed to ${Math.round(box.width)} px: ${element.outerHTML.slice(0, 120)}`);
    if (box.right <= width + 0.5 && box.left >= -0.5) continue;
    if (!cut(element))
      found.push(
        `sticks out (${Math.round(box.left)} to ${Math.round(box.right)}): ${element.outerHTML.slice(0, 120)}`,
      );
  }
  return found.slice(0, 5);
}
