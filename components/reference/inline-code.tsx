/** Text of the API's description, whose only markup is `code` between backticks. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move.
      <code key={index} className="rounded bg-muted px-1 py-0.5 font-mono text-[0.8125rem] text-foreground">
        {part}
      </code>
    ),
  )
}
