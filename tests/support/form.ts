import { HTMLElement, type Node as ParsedNode, parse } from "node-html-parser";

type Value = string | string[];

const MAX_REDIRECTS = 10;

/** A page as a person without scripts sees it. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  html: string;
  root: HTMLElement;
  /** The words on it, white space collapsed. */
  text: string;
  /** The page's forms; `about` is a field, a button's text or part of the address that the wanted one has. */
  form(about?: string): Form;
  /** Follows the link with this text (or part of it). */
  follow(linkText: string | RegExp): Promise<Page>;
}

export interface Form {
  action: string;
  method: string;
  /** What would be sent if the button were pressed now. */
  values(): URLSearchParams;
  /**
   * Types, chooses and ticks. A list sets a repeated field; "" unticks or empties it. Throws for a field that is not
   * there.
   */
  fill(values: Record<string, Value>): Form;
  /** Presses the button with this text or this value (the first one when not given). */
  submit(button?: string): Promise<Page>;
}

/** A browser without scripts: cookies, redirects and forms by the HTML standard's rules, over real HTTP. */
export class TextBrowser {
  readonly cookies = new Map<string, string>();
  constructor(
    readonly base: string,
    readonly options: { headers?: Record<string, string>; followRedirects?: boolean } = {},
  ) {}

  /** The cookies as a request sends them. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** The same person in a browser with a window: for playwright's `addCookies`. */
  get windowCookies(): { name: string; value: string; url: string }[] {
    return [...this.cookies].map(([name, value]) => ({ name, value, url: this.base }));
  }

  open(path: string): Promise<Page> {
    return this.request(path, {});
  }

  post(
    path: string,
    values: Record<string, Value> | URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const body = values instanceof URLSearchParams ? values : encode(values);
    return this.request(path, { method: "POST", body, headers: { Origin: new URL(this.base).origin, ...headers } });
  }

  async request(path: string, init: RequestInit): Promise<Page> {
    let url = new URL(path, this.base);
    let response = await this.fetch(url, init);
    for (let hops = 0; isRedirect(response) && this.options.followRedirects !== false; hops++) {
      if (hops === MAX_REDIRECTS) throw new Error(`too many redirects, last to ${url.href}`);
      url = new URL(response.headers.get("Location") ?? "", url);
      const repeats = response.status === 307 || response.status === 308;
      response = await this.fetch(url, repeats ? init : {});
    }
    return this.page(url, response);
  }

  private async fetch(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers({
      Accept: "text/html",
      // Nobody waits for a line here: pressing each page and taking it apart again is work for both sides.
      "Accept-Encoding": "identity",
      ...this.options.headers,
      ...(init.headers as Record<string, string>),
    });
    if (this.cookies.size > 0) headers.set("Cookie", this.cookieHeader);
    const response = await this.send(url, init, headers);
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie);
    return response;
  }

  /** One request on its way, redirects not followed. */
  protected send(url: URL, init: RequestInit, headers: Headers): Promise<Response> {
    return fetch(url, { ...init, headers, redirect: "manual" });
  }

  private keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split(/;\s*/);
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(at + 1));
  }

  private async page(url: URL, response: Response): Promise<Page> {
    const html = await response.text();
    // Many a page is only asked for its answer: it is taken apart when someone looks at it.
    let parsed: HTMLElement | undefined;
    let words: string | undefined;
    const root = () => (parsed ??= parsePage(html));
    return {
      url: url.href,
      status: response.status,
      headers: response.headers,
      html,
      get root() {
        return root();
      },
      get text() {
        return (words ??= textOf(root().querySelector("body") ?? root()));
      },
      form: (about) => this.formOn(url, root(), about),
      follow: (wanted) => {
        const link = root()
          .querySelectorAll("a[href]")
          .find((a) => (typeof wanted === "string" ? textOf(a).includes(wanted) : wanted.test(textOf(a))));
        if (!link) throw new Error(`no link "${String(wanted)}" on ${url.href}`);
        return this.request(new URL(link.getAttribute("href") ?? "", url).href, {});
      },
    };
  }

  private formOn(url: URL, root: HTMLElement, about?: string): Form {
    const forms = root.querySelectorAll("form");
    const has = (form: HTMLElement) =>
      !about ||
      form.getAttribute("action")?.includes(about) ||
      ownedBy(form, root, "[name]").some((control) => control.getAttribute("name") === about) ||
      ownedBy(form, root, "button").some((button) => textOf(button).includes(about));
    const element = forms.find(has);
    if (!element) throw new Error(`no form${about ? ` with "${about}"` : ""} on ${url.href}`);
    return openForm(element, root, url, (target, method, values, multipart) => {
      if (method === "GET") return this.request(`${target.pathname}?${values.toString()}`, {});
      if (!multipart) return this.post(target.href, values);
      const body = new FormData();
      for (const [name, value] of values) body.append(name, value);
      return this.request(target.href, { method: "POST", body, headers: { Origin: new URL(this.base).origin } });
    });
  }
}

type Send = (target: URL, method: string, values: URLSearchParams, multipart: boolean) => Promise<Page>;

/** What belongs to a form, in the order of the document: what stands in it, and what names it wherever it stands. */
function ownedBy(form: HTMLElement, root: HTMLElement, what: string): HTMLElement[] {
  const id = form.getAttribute("id");
  const isNamed = id !== undefined && root.querySelector(`[form="${id}"]`) !== null;
  const inside = new Set(form.querySelectorAll(what));
  return (isNamed ? root.querySelectorAll(what) : [...inside]).filter((one) => {
    const named = one.getAttribute("form");
    return named === undefined ? inside.has(one) : named === id;
  });
}

function openForm(form: HTMLElement, root: HTMLElement, page: URL, send: Send): Form {
  const typed = new Map<string, string[]>();
  const controls = ownedBy(form, root, "input,select,textarea").filter(
    (control) => control.getAttribute("name") && !control.hasAttribute("disabled"),
  );
  const names = new Set(controls.map((control) => control.getAttribute("name") as string));
  const target = new URL(form.getAttribute("action") || page.href, page);
  const method = (form.getAttribute("method") ?? "get").toUpperCase();

  const opened: Form = {
    action: target.href,
    method,
    values() {
      const values = new URLSearchParams();
      const done = new Set<string>();
      for (const control of controls) {
        const name = control.getAttribute("name") as string;
        const given = typed.get(name);
        if (!given) for (const value of initial(control)) values.append(name, value);
        else if (!done.has(name)) given.forEach((value) => values.append(name, value));
        done.add(name);
      }
      return values;
    },
    fill(given) {
      for (const [name, value] of Object.entries(given)) {
        if (!names.has(name))
          throw new Error(`the form on ${page.href} has no field "${name}"; it has ${[...names].join(", ")}`);
        const list = Array.isArray(value) ? value : [value];
        refuseUnknownChoice(
          controls.filter((control) => control.getAttribute("name") === name),
          list,
          page,
        );
        typed.set(
          name,
          list.filter((one, index) => one !== "" || (index === 0 && !isTicked(controls, name))),
        );
      }
      return opened;
    },
    submit(wanted) {
      const buttons = ownedBy(form, root, "button,input[type=submit]").filter(
        (button) => !["button", "reset"].includes(button.getAttribute("type") ?? ""),
      );
      const label = (button: HTMLElement) => textOf(button) || (button.getAttribute("value") ?? "");
      const button =
        wanted === undefined
          ? buttons[0]
          : (buttons.find((one) => one.getAttribute("value") === wanted) ??
            buttons.find((one) => label(one).includes(wanted)));
      if (wanted !== undefined && !button)
        throw new Error(`no button "${wanted}" on ${page.href}; there are ${buttons.map(label).join(", ")}`);
      const values = opened.values();
      const name = button?.getAttribute("name");
      if (name) values.append(name, button?.getAttribute("value") ?? "");
      const other = button?.getAttribute("formaction");
      return send(
        other ? new URL(other, page) : target,
        method,
        values,
        form.getAttribute("enctype") === "multipart/form-data",
      );
    },
  };
  return opened;
}

/** A choice that the page does not offer cannot be made by a person; tests of forged values use `post`. */
function refuseUnknownChoice(controls: HTMLElement[], values: string[], page: URL): void {
  const offered = controls.flatMap((control) =>
    control.tagName === "SELECT"
      ? control.querySelectorAll("option").map((option) => option.getAttribute("value") ?? textOf(option))
      : /^(radio|checkbox)$/.test(control.getAttribute("type") ?? "")
        ? [control.getAttribute("value") ?? "on"]
        : [],
  );
  const odd = offered.length > 0 && values.find((value) => value !== "" && !offered.includes(value));
  if (odd) throw new Error(`"${odd}" is not offered on ${page.href}; there are ${offered.join(", ")}`);
}

function isTicked(controls: HTMLElement[], name: string): boolean {
  return controls.some(
    (control) => control.getAttribute("name") === name && /^(checkbox|radio)$/.test(control.getAttribute("type") ?? ""),
  );
}

function initial(control: HTMLElement): string[] {
  if (control.tagName === "TEXTAREA") return [decode(control.innerHTML).replace(/^\n/, "")];
  if (control.tagName === "SELECT") {
    const options = control.querySelectorAll("option");
    const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0];
    return chosen ? [chosen.getAttribute("value") ?? textOf(chosen)] : [];
  }
  const type = control.getAttribute("type") ?? "text";
  if (/^(submit|button|image|file|reset)$/.test(type)) return [];
  if (/^(checkbox|radio)$/.test(type))
    return control.hasAttribute("checked") ? [control.getAttribute("value") ?? "on"] : [];
  return [control.getAttribute("value") ?? ""];
}

function decode(html: string): string {
  return parse(`<p>${html.replaceAll("<", "&lt;")}</p>`).text;
}

function parsePage(html: string): HTMLElement {
  const root = parse(html, { comment: false, blockTextElements: { script: true, style: true, pre: true } });
  root.querySelectorAll("template").forEach((template) => template.remove());
  return root;
}

/** What is shown of it, white space collapsed. */
function textOf(element: HTMLElement): string {
  return wordsOf(element).replaceAll(/\s+/g, " ").trim();
}

function wordsOf(node: HTMLElement | ParsedNode): string {
  if (!(node instanceof HTMLElement)) return node.text;
  if (/^(SCRIPT|STYLE|TEMPLATE)$/.test(node.tagName)) return "";
  return node.tagName === "BR" ? "\n" : node.childNodes.map(wordsOf).join("");
}

function encode(values: Record<string, Value>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one) => [name, one]) : [[name, value]],
    ),
  );
}

function isRedirect(response: Response): boolean {
  return response.status >= 300 && response.status < 400 && response.headers.has("Location");
}
