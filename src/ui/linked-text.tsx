/** A translated sentence with links in it, written "[words](/path)". They open beside the page, so nothing typed is lost. */
export function LinkedText({ text }: { text: string }) {
  return (
    <>
      {text.split(/(\[[^\]]+\]\([^)]+\))/).map((part) => {
        const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
        if (!link) return part;
        return (
          <a key={part} href={link[2]} target="_blank" rel="noopener">
            {link[1]}
          </a>
        );
      })}
    </>
  );
}
