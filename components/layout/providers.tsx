'use client'

import { CSPProvider } from '@base-ui/react/csp-provider'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { useHeldEnterGuard } from '@/components/ui/use-held-enter-guard'

type ProvidersProps = { nonce?: string; children: ReactNode }

/**
 * What every page has: theme, nonce and the guard against a held Enter. Data, toasts and filters in the URL belong to
 * the layouts of the pages that use them: those of the docs use none.
 */
export function Providers({ nonce, children }: ProvidersProps) {
  useHeldEnterGuard()
  return (
    <CSPProvider nonce={nonce}>
      <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
        <div className="app-root">{children}</div>
      </ThemeProvider>
    </CSPProvider>
  )
}
