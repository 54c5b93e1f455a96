import { useRef } from 'react'
import { Spinner } from '../ui/spinner.tsx'

type FileButtonProps = { label: string; isBusy: boolean; className?: string; onChoose: (file: File) => void }

/** A button that asks for a picture. */
export function FileButton({ label, isBusy, className = 'button button-quiet', onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => input.current?.click()}
      >
        {isBusy && <Spinner />}
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="image/jpeg,image/png,image/webp,image/avif"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}
