import sharp from 'sharp'

type PhotoOptions = { width?: number; height?: number; background?: string }

const plain = ({ width = 40, height = 30, background = '#4c2fa2' }: PhotoOptions = {}) =>
  sharp({ create: { width, height, channels: 3, background } })

export const photo = (options?: PhotoOptions) =>
  plain(options)
    .jpeg()
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'A secret place' } } })
    .toBuffer()

export const pictures = {
  jpeg: () => plain().jpeg().toBuffer(),
  png: () => plain().png().toBuffer(),
  webp: () => plain().webp().toBuffer(),
  avif: () => plain().avif().toBuffer(),
  gif: () => plain().gif().toBuffer(),
  tiff: () => plain().tiff().toBuffer(),
}

export const animated = async () =>
  sharp([await plain().png().toBuffer(), await plain({ background: '#fff' }).png().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer()
