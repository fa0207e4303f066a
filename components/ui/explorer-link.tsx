import { ExternalLink } from 'lucide-react'
import { buttonStyles } from './button-styles'
import { cn } from './cn'

/** Opens an address or a hash in a public block explorer. */
export function ExplorerLink({ href, kind }: { href: string; kind: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open ${kind} in the block explorer (new tab)`}
      className={cn(buttonStyles({ variant: 'ghost', size: 'icon-sm' }), 'z-10 text-muted-foreground')}
    >
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  )
}
