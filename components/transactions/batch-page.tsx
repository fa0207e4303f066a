'use client'

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { CsvField } from '@/components/csv/csv-field'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryContent } from '@/components/query-content'
import { TokenProvider } from '@/components/reference/token-context'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { LazyContent } from '@/components/ui/lazy-content'
import { lazyPart } from '@/components/ui/lazy-part'
import { saveFile } from '@/components/ui/save-file'
import { Skeleton } from '@/components/ui/skeleton'

// The parser of files, with its schemas, loads once there is a file.
const sendBatch = lazyPart(() => import('./send-batch'))

/** The header line alone: an example line could be sent by mistake. */
const TEMPLATE = 'reference,from,to,amount,token,chain,memo\n'

/** A file of transfers, checked against the chains and the policies of the project, and sent. */
export function BatchPage({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const isOwner = useRoleShortfall(projectId, 'owner') === null
  const shortfall = useRoleShortfall(projectId, 'viewer', { includes: 'wallet.transfer.create' })
  const chains = useQuery(trpc.wallets.listChains.queryOptions({ projectId }))
  const own = useQuery(trpc.policies.get.queryOptions({ projectId, scope: 'project' }))
  const ofBusiness = useQuery(trpc.policies.get.queryOptions({ projectId, scope: 'business' }))
  const prices = useQuery(trpc.prices.listAssetPrices.queryOptions({ projectId }))
  const [business, project, listed] = [ofBusiness.data, own.data, prices.data]
  const limits = useMemo(
    () => (business && project && listed ? { business, project, prices: listed } : null),
    [business, project, listed],
  )
  const isAwaitingLimits = [own, ofBusiness, prices].some(({ isPending }) => isPending)
  const [file, setFile] = useState<{ text: string | null; number: number }>({ text: null, number: 0 })
  const [allOrNothing, setAllOrNothing] = useState(false)
  const { text } = file
  return (
    <TokenProvider projects={isOwner ? [{ id: projectId, name: 'This project' }] : []}>
      <Card
        title="Transfers"
        description="A CSV file with a header line: reference, from, to, amount, token, chain, memo. token and memo are optional. At most 1,000 lines."
        actions={
          <Button
            size="sm"
            icon={<Download aria-hidden />}
            onClick={() => saveFile({ name: 'transfers.csv', parts: [TEMPLATE], type: 'text/csv' })}
          >
            Template
          </Button>
        }
      >
        <CsvField onText={(next) => setFile(({ number }) => ({ text: next, number: number + 1 }))} />
      </Card>
      {text === null ? null : (
        <QueryContent query={chains} loading={<Skeleton className="h-48 w-full" />}>
          {(known) => (
            <LazyContent part={sendBatch} loading={<Skeleton className="h-48 w-full" />}>
              {({ SendBatch }) => (
                <SendBatch
                  key={file.number}
                  projectId={projectId}
                  text={text}
                  chains={known}
                  limits={limits}
                  isAwaitingLimits={isAwaitingLimits}
                  shortfall={shortfall}
                  allOrNothing={allOrNothing}
                  onAllOrNothing={setAllOrNothing}
                />
              )}
            </LazyContent>
          )}
        </QueryContent>
      )}
    </TokenProvider>
  )
}
