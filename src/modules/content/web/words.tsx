/** Markup that the server made of our own Markdown: it holds no HTML but what Markdown means. */
export function Words({ html, className = "" }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `render-markdown.ts` made it of files of the product and refuses raw HTML.
  return <div className={`words ${className}`.trim()} dangerouslySetInnerHTML={{ __html: html }} />;
}
