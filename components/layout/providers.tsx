'use client'

import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { ThemeProvider } from 'next-themes'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { Toaster } from '@/components/ui/toaster'

type ProvidersProps = { nonce?: string; children: ReactNode }

/** Theme, URL state, tooltips and toasts. Data providers belong to the pages' own layouts. */
export function Providers({ nonce, children }: ProvidersProps) {
  return (
    <CSPProvider nonce={nonce}>
      <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
        <NuqsAdapter>
          <Tooltip.Provider delay={300}>
            <div className="app-root">{children}</div>
          </Tooltip.Provider>
          <Toaster />
        </NuqsAdapter>
      </ThemeProvider>
    </CSPProvider>
  )
}
