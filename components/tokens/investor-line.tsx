import { Hint } from '@/components/ui/hint'

/** The investor of a wallet, below its address. It has at most two lines; the full text is the tooltip. */
export function InvestorLine({ parts }: { parts: readonly (string | null)[] }) {
  const text = parts.filter(Boolean).join(', ')
  return (
    <Hint
      content={text}
      className="wrap-anywhere line-clamp-2 max-w-44 text-[0.8125rem] text-muted-foreground sm:max-w-96"
    >
      {text}
    </Hint>
  )
}
