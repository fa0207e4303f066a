type InlineCodeProps = { text: string; addressOf?: (code: string) => string | undefined }

/** Text of the API's description, whose only markup is `code` between backticks. Code with an address is a link. */
export function InlineCode({ text, addressOf }: InlineCodeProps) {
  return text.split('`').map((part, index) => {
    if (index % 2 === 0) return part
    const address = addressOf?.(part)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move.
      <code key={index} className="rounded bg-muted px-1 py-0.5 font-mono text-[0.8125rem] text-foreground">
        {address ? (
          <a href={address} className="rounded-sm text-accent-foreground underline underline-offset-4">
            {part}
          </a>
        ) : (
          part
        )}
      </code>
    )
  })
}
