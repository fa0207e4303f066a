'use client'

import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'

/** A link to the form that issues a token. */
export function IssueButton({ projectId }: { projectId: string }) {
  const router = useRouter()
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.create' })
  const href = paths.newToken(projectId)
  if (!shortfall) {
    return (
      <LinkButton href={href} variant="primary" icon={<Plus aria-hidden />}>
        Issue a token
      </LinkButton>
    )
  }
  return (
    <Button variant="primary" icon={<Plus aria-hidden />} disabledReason={shortfall} onClick={() => router.push(href)}>
      Issue a token
    </Button>
  )
}
