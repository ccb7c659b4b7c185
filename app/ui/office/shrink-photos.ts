/** The longer side of what a phone sends, in pixels, and the quality of its JPEG. */
const MOST_PIXELS = 2048;
const QUALITY = 0.8;

/**
 * Scales the chosen photographs down before they go over a phone's network, and puts them in the field instead. What this
 * browser cannot decode stays as it is: the server says what is wrong with it.
 */
export async function shrinkPhotos(field: HTMLInputElement): Promise<void> {
  const chosen = [...(field.files ?? [])];
  const smaller = await Promise.all(
    chosen.map((file) =>
      shrinkPicture(file).then(
        (blob) => (blob === file ? file : new File([blob], "photo.jpg", { type: blob.type })),
        () => file,
      ),
    ),
  );
  // Something else was chosen meanwhile.
  if (chosen.some((file, i) => field.files?.[i] !== file)) return;
  const list = new DataTransfer();
  for (const file of smaller) list.items.add(file);
  field.files = list.files;
}

/** A picture scaled down, or itself where that is no smaller. Rejects where this browser cannot decode it. */
export async function shrinkPicture<B extends Blob>(file: B): Promise<B | Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext("2d");
  if (!pen) return file;
  // A picture with holes is one on white, as it is kept.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  return blob && blob.size < file.size ? blob : file;
}
