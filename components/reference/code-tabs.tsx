'use client'

import { useEffect, useState } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import { Tabs } from '@/components/ui/tabs'

const REMEMBERED = 'docs-language'

type CodeTabsProps = { label: string; programs: readonly { language: string; code: string }[] }

/** A program in several languages. The browser remembers which one a reader chose, for every page. */
export function CodeTabs({ label, programs }: CodeTabsProps) {
  const [language, setLanguage] = useState(programs[0]?.language ?? '')
  useEffect(() => {
    const remembered = read()
    if (programs.some((program) => program.language === remembered)) setLanguage(remembered ?? '')
  }, [programs])
  return (
    <Tabs
      aria-label={label}
      value={language}
      onValueChange={(chosen) => {
        setLanguage(chosen)
        remember(chosen)
      }}
      tabs={programs.map((program) => ({
        value: program.language,
        label: program.language,
        content: <CodeBlock title={`${program.language}: ${label}`} code={program.code} />,
      }))}
    />
  )
}

/** Browsers may refuse to keep anything. */
function read(): string | null {
  try {
    return localStorage.getItem(REMEMBERED)
  } catch {
    return null
  }
}

function remember(language: string): void {
  try {
    localStorage.setItem(REMEMBERED, language)
  } catch {
    // The next page begins with the first language again.
  }
}
