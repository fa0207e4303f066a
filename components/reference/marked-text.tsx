type MarkedTextProps = { text: string; words: readonly string[] }

/** A text with the search terms highlighted. */
export function MarkedText({ text, words }: MarkedTextProps) {
  if (words.length === 0) return text
  const pattern = new RegExp(`(${words.map(escaped).join('|')})`, 'i')
  return text.split(pattern).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move.
      <mark key={index} className="rounded-sm bg-accent font-medium text-accent-foreground">
        {part}
      </mark>
    ),
  )
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
