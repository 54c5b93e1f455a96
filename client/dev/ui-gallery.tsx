import { ThemeSwitch } from '../layout/theme-switch.tsx'
import { useForcedStates } from './forced-states.ts'
import { Avatars, Badges } from './gallery-badges.tsx'
import { Colours, Shapes } from './gallery-colours.tsx'
import { Buttons, Fields, Links } from './gallery-controls.tsx'
import { Library } from './gallery-library.tsx'
import { DialogSamples } from './dialog-samples.tsx'
import { GalleryLayout } from './gallery-layout.tsx'
import { Texts } from './gallery-texts.tsx'
import './gallery.css'

export function UiGallery() {
  useForcedStates()
  return (
    <main className="frame py-8" data-without-feed>
      <title>UI gallery</title>
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-3xl font-bold">UI gallery</h1>
        <ThemeSwitch />
      </div>
      <p className="mt-2 max-w-prose text-muted">
        Every part of client/ui and every class of styles.css, in every state. Hover and focus are forced where the name
        says so. In development only.
      </p>
      <Colours />
      <Shapes />
      <Texts />
      <Buttons />
      <Fields />
      <Links />
      <Badges />
      <Avatars />
      <DialogSamples />
      <Library />
      <GalleryLayout />
    </main>
  )
}
