'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Leads on from an address of the time when one page held everything: `/docs#createTransfer`. */
export function OldAnchors({ addresses }: { addresses: Readonly<Record<string, string>> }) {
  const router = useRouter()
  useEffect(() => {
    const anchor = decodeURIComponent(window.location.hash.slice(1))
    const address = Object.hasOwn(addresses, anchor) ? addresses[anchor] : undefined
    if (address) router.replace(address)
  }, [addresses, router])
  return null
}
