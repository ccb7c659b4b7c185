import { Notice } from "../form";
import type { OutsideView } from "./views";

/** The ZIP that came along is outside the area: said on the first step already. */
export function OutsideArea({ zip, message, otherwise, callBack }: OutsideView) {
  return (
    <div className="mb-6">
      <Notice kind="warn">
        <p>
          <b>
            {zip}: {message}
          </b>
        </p>
        <p>
          {otherwise} <a href={callBack}>ask us to call you back</a>.
        </p>
      </Notice>
    </div>
  );
}
