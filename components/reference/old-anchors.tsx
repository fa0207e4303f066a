'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { docsPaths } from '@/components/docs-paths'

/**
 * Redirects anchors from when one page had everything: `/docs#createTransfer`. An anchor was the last part of today's
 * path, and the overview links to each.
 */
export function OldAnchors() {
  const router = useRouter()
  useEffect(() => {
    const anchor = decodeURIComponent(window.location.hash.slice(1))
    if (anchor === '') return
    const link = document.querySelector(`main a[href^="/docs/"][href$="/${CSS.escape(anchor)}"]`)
    const address = anchor === 'codes' ? docsPaths.docsErrors() : link?.getAttribute('href')
    if (address) router.replace(address)
  }, [router])
  return null
}
