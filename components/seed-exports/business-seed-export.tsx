'use client'

import { useQuery } from '@tanstack/react-query'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { BusinessDetail } from '@/schemas/businesses/contract'
import { ExportFacts } from './export-facts'

const propose = lazyPart(() => import('./propose-export-form'))
const stop = lazyPart(() => import('./stop-export-form'))

type BusinessSeedExportProps = { businessId: string; name: string; people: BusinessDetail['people'] }

/** The export of a business's wallet seed to one of its owners, on its operator page. */
export function BusinessSeedExport({ businessId, name, people }: BusinessSeedExportProps) {
  const trpc = useTRPC()
  const shortfall = usePlatformShortfall()
  const { data: view } = useQuery(trpc.seedExports.getOfBusiness.queryOptions({ businessId }))
  const owners = people.filter(({ role, isActive }) => role === 'owner' && isActive)
  const isOpen = view ? view.endedAt === null : false
  return (
    <Card
      title="Wallet seed export"
      description="For a customer who leaves, or in an emergency. Two operators approve it, an owner adds a public key, and the seed is encrypted to that key on the host that holds the keys. Operators never see it."
      actions={
        isOpen && view ? (
          <LazyDialog part={stop} trigger={<Button disabledReason={shortfall}>Stop export</Button>}>
            {({ StopExportForm }, state) => <StopExportForm exportId={view.id} {...state} />}
          </LazyDialog>
        ) : (
          <LazyDialog
            part={propose}
            trigger={
              <Button
                disabledReason={shortfall ?? (owners.length === 0 && 'The business has no owner who can sign in')}
              >
                Propose export
              </Button>
            }
          >
            {({ ProposeExportForm }, state) => (
              <ProposeExportForm businessId={businessId} name={name} owners={owners} {...state} />
            )}
          </LazyDialog>
        )
      }
    >
      {view ? (
        <div className="space-y-4">
          <ExportFacts view={view} />
          {view.state === 'CONFIRMED' ? (
            <CodeBlock
              title="On the host, after the waiting time, with the fingerprint that the owner reads to you"
              code={`node dist/migrate.mjs --seal-export ${view.id} --fingerprint <fingerprint>`}
              wrap
            />
          ) : null}
        </div>
      ) : undefined}
    </Card>
  )
}
