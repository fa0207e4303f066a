import { Terminal } from 'lucide-react'
import { docsPaths } from '@/components/docs-paths'
import { LinkButton } from '@/components/layout/link-button'

/** Links an empty list to the call that fills it, which the reference has as a command to copy. */
export function CallLink({ operation }: { operation: string }) {
  return (
    <LinkButton variant="ghost" href={docsPaths.docsOperation(operation)} icon={<Terminal aria-hidden />}>
      Use the API
    </LinkButton>
  )
}
