'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { FxSourceView } from '@/schemas/fx/contract'
import { SOURCE_NAMES } from './source-names'

const form = lazyPart(() => import('./edit-source-form'))

/** Switches a source on or off, or changes how far it is trusted. */
export function EditSource({ source }: { source: FxSourceView }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" aria-label={`Edit ${SOURCE_NAMES[source.name]}`} disabledReason={shortfall}>
          Edit
        </Button>
      }
    >
      {({ EditSourceForm }, state) => <EditSourceForm source={source} {...state} />}
    </LazyDialog>
  )
}
