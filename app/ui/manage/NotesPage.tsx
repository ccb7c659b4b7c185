import { Form } from "@remix-run/react";
import { managePaths } from "~/manage-paths";
import { paths } from "~/paths";
import { describedBy, errorOf, FieldError, SubmitButton, TextareaField, type Answers } from "../form";
import { GateCode } from "../form/GateCode";
import { SelfPage } from "./SelfPage";

interface Page {
  number: string;
  isOpen: boolean;
  note: string;
  gateCode: string;
  /** There is one, which a link alone does not show. */
  isGateHidden: boolean;
  longest: { note: number; gateCode: number };
  photos: { capability: string; width: number; height: number }[];
  most: number;
}

/** What the driver should know of the place, in words and pictures. */
export function NotesPage({ page, problem, phone }: { page: Page; phone: string } & Pick<Answers, "problem">) {
  const { number, photos } = page;
  if (!page.isOpen)
    return (
      <SelfPage
        {...{ number, problem, phone }}
        heading="No truck comes any more"
        lead="There is nothing to tell the driver for this booking."
      />
    );
  const error = errorOf("photo", { problem });
  const hint = `JPEG, PNG or WebP, up to ${page.most} in all. Our driver and our office see them.`;
  return (
    <SelfPage
      {...{ number, problem, phone }}
      heading="Where it goes"
      lead="Tell the driver what to mind. Both the driver and our office see it at once."
    >
      <Form key={photos.length} method="post" encType="multipart/form-data" className="stack" noValidate>
        {page.isGateHidden ? (
          <p>
            The driver has your gate code. <a href={managePaths.owner(number, "notes")}>See or change it</a>
          </p>
        ) : (
          <GateCode problem={problem} values={{ gateCode: page.gateCode }} maxLength={page.longest.gateCode} />
        )}
        <TextareaField
          name="specialInstructions"
          label="Note to the driver"
          hint="For example: the left side of the driveway, low wires."
          problem={problem}
          values={{ specialInstructions: page.note }}
          maxLength={page.longest.note}
        />
        {photos.length > 0 && (
          <fieldset>
            <legend>Your pictures</legend>
            <ul className="plain cards">
              {photos.map(({ capability, width, height }, i) => (
                <li key={capability} className="card">
                  <a href={paths.photo(capability)}>
                    <img
                      className="h-auto max-w-full"
                      src={paths.photo(capability, "small")}
                      alt={`Picture ${i + 1} of the place`}
                      {...{ width, height }}
                    />
                  </a>
                  <label className="check">
                    <input type="checkbox" name="remove" value={capability} /> Take picture {i + 1} away
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        {photos.length < page.most && (
          <div className={error ? "field bad" : "field"}>
            <label htmlFor="photo">{photos.length > 0 ? "More pictures" : "Pictures"} of the place (optional)</label>
            <div id="photo-hint" className="hint">
              {hint}
            </div>
            <FieldError id="photo" error={error} />
            <input
              type="file"
              id="photo"
              name="photo"
              className="input"
              accept="image/jpeg,image/png,image/webp"
              multiple
              aria-describedby={describedBy("photo", hint, error)}
              aria-invalid={error ? true : undefined}
            />
          </div>
        )}
        <SubmitButton>Save</SubmitButton>
      </Form>
    </SelfPage>
  );
}
