'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ChevronsUpDown, FlaskConical, Globe } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { DropdownMenu } from '@/components/ui/dropdown-menu'

type Scope = 'MAINNET' | 'TESTNET' | null

const NAMES = { MAINNET: 'Mainnets', TESTNET: 'Testnets', ALL: 'All networks' } as const
const YEAR_SECONDS = 31_536_000

type NetworkSwitchProps = { scope: Scope; cookie: string; testnetsOnly: boolean }

/** Narrows every list and sum of the portal to mainnets or testnets. Kept in this browser, for all projects. */
export function NetworkSwitch({ scope, cookie, testnetsOnly }: NetworkSwitchProps) {
  const client = useQueryClient()
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  useEffect(() => {
    // Another tab may have switched, so the next queries use its network.
    const compare = () => {
      if (document.visibilityState === 'visible' && scopeIn(cookie) !== scope) router.refresh()
    }
    document.addEventListener('visibilitychange', compare)
    return () => document.removeEventListener('visibilitychange', compare)
  }, [cookie, scope, router])
  function choose(next: Scope) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
    document.cookie = `${cookie}=${next ?? ''}; path=/; max-age=${next ? YEAR_SECONDS : 0}; samesite=lax`
    startTransition(async () => {
      await client.invalidateQueries()
      router.refresh()
    })
  }
  const name = NAMES[scope ?? 'ALL']
  return (
    <DropdownMenu
      align="start"
      className="w-(--anchor-width) min-w-56"
      label="Networks"
      trigger={
        <Button
          className="mt-2 w-full justify-start px-2.5 text-left [&>span]:w-full"
          aria-label={`Networks: ${name}`}
          icon={scope === 'TESTNET' ? <FlaskConical aria-hidden /> : <Globe aria-hidden />}
          pending={pending}
        >
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      }
      items={([null, 'MAINNET', 'TESTNET'] as const).map((option) => ({
        key: option ?? 'ALL',
        label: NAMES[option ?? 'ALL'],
        hint: option === 'MAINNET' && testnetsOnly ? 'This project is limited to testnets' : undefined,
        checked: option === scope,
        onSelect: () => choose(option),
      }))}
    />
  )
}

function scopeIn(cookie: string): Scope {
  const found = new RegExp(`(?:^|;\\s*)${cookie}=(MAINNET|TESTNET)(?:;|$)`).exec(document.cookie)?.[1]
  return found === 'MAINNET' || found === 'TESTNET' ? found : null
}
