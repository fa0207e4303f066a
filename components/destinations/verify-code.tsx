'use client'

import { useState } from 'react'
import { LANGUAGES, type Language } from '@/components/guides/languages'
import { CodeBlock } from '@/components/ui/code-block'
import { Tabs } from '@/components/ui/tabs'

/** Code that verifies the sender of a delivery, in the selected language. */
export function VerifyCode({ code }: { code: Readonly<Record<Language, string>> }) {
  const [language, setLanguage] = useState<Language>('TypeScript')
  return (
    <Tabs
      aria-label="Languages"
      value={language}
      onValueChange={setLanguage}
      tabs={LANGUAGES.map((value) => ({
        value,
        label: value,
        content: <CodeBlock title={`Verify a delivery in ${value}`} code={code[value]} />,
      }))}
    />
  )
}
