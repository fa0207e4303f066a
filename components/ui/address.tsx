import { cn } from './cn'
import { CopyButton } from './copy-button'
import { ExplorerLink } from './explorer-link'
import { Hint } from './hint'
import { shortenMiddle } from './shorten-middle'

type AddressProps = {
  value: string
  /** The kind of value: "address", "transaction hash", "id". Names the copy button. */
  kind?: string
  /** Shows all of it, breaking lines where needed. */
  full?: boolean
  explorerUrl?: string | null
  className?: string
}

/** An on-chain address, hash or id: mono, shortened in the middle, whole on hover and on copy. */
export function Address({ value, kind = 'address', full, explorerUrl, className }: AddressProps) {
  return (
    <span className={cn('inline-flex max-w-full items-center gap-0.5 align-middle', className)}>
      {full ? (
        <span className="min-w-0 break-all font-mono text-[0.8125rem] max-sm:text-[0.71875rem]">{value}</span>
      ) : (
        <Hint content={value} className="whitespace-nowrap font-mono text-[0.8125rem]">
          <span aria-hidden>{shortenMiddle(value)}</span>
          <span className="sr-only">{value}</span>
        </Hint>
      )}
      <CopyButton value={value} label={`Copy ${kind}`} />
      {explorerUrl ? <ExplorerLink href={explorerUrl} kind={kind} /> : null}
    </span>
  )
}
