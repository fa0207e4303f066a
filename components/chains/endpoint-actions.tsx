'use client'

import { Activity, Ellipsis, Pencil, Power } from 'lucide-react'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { DropdownMenu } from '@/components/ui/dropdown-menu'
import { lazyPart } from '@/components/ui/lazy-part'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'
import type { EndpointView } from '@/schemas/chains/contract'

const form = lazyPart(() => import('./endpoint-form'))

type EndpointActionsProps = {
  chainId: number
  endpoint: EndpointView
  isTesting: boolean
  onTest: () => void
  onSwitch: () => void
}

/** The actions on one endpoint. */
export function EndpointActions({ chainId, endpoint, isTesting, onTest, onSwitch }: EndpointActionsProps) {
  const shortfall = usePlatformShortfall()
  const { show, isSlow, dialog } = useLazyDialog(form, ({ EndpointForm }, state) => (
    <EndpointForm chainId={chainId} endpoint={endpoint} {...state} />
  ))
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Actions for ${endpoint.label}`}
            disabledReason={shortfall}
            pending={isSlow}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
        items={[
          {
            key: 'test',
            label: 'Test now',
            icon: <Activity aria-hidden />,
            disabled: isTesting,
            onSelect: onTest,
          },
          { key: 'edit', label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => void show() },
          {
            key: 'switch',
            label: endpoint.isActive ? 'Disable' : 'Enable',
            icon: <Power aria-hidden />,
            danger: endpoint.isActive,
            onSelect: onSwitch,
          },
        ]}
      />
      {dialog}
    </>
  )
}
