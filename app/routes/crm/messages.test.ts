import { afterAll, beforeAll, expect, it } from "vitest";
import { MESSAGE_GROUPS, type MessageGroup, type MessageName } from "~/domain/messages/catalogue";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { officeRoles, type Role } from "../../../tests/support/office-roles";
import { fakeStripe, type Visitor } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { loader as page } from "./messages";

let world: TestWorld;
let visitors: Record<Role, Visitor>;
beforeAll(async () => {
  world = await openWorld();
  visitors = await officeRoles(world, door, fakeStripe());
});
afterAll(() => world.close());

type Shown = Awaited<ReturnType<typeof page>>;
const read = async (query = "") => (await visitors.admin.get(page, `/crm/settings/messages${query}`)).data as Shown;

it("the way from one message to the next is the list's, group by group", async () => {
  const { list } = await read();
  const groups = Object.keys(MESSAGE_GROUPS) as MessageGroup[];
  const asRead = groups.flatMap((of) => list.filter(({ group }) => group === of).map(({ name }) => name));
  const walked: MessageName[] = [];
  for (let name: MessageName | undefined = asRead[0]; name !== undefined && walked.length <= list.length;) {
    const { shown }: Shown = await read(`?message=${name}`);
    expect(shown?.before?.name).toBe(walked.at(-1));
    walked.push(name);
    name = shown?.after?.name;
  }
  expect(walked).toEqual(asRead);
});
