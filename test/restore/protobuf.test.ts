import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  boolean,
  bytes,
  bytesAt,
  everyBytesAt,
  fieldsOf,
  integer,
  integerAt,
} from '../../lib/restore/etcd/protobuf.ts';

const positive = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });

describe('the wire format', () => {
  test('gives back what was written', () => {
    fc.assert(
      fc.property(
        positive,
        fc.uint8Array({ minLength: 1 }),
        fc.integer({ min: 1, max: 500 }),
        (number, content, at) => {
          const fields = fieldsOf(
            Buffer.concat([integer(at, number), bytes(at + 1, Buffer.from(content)), boolean(at + 2, true)]),
          );
          expect(integerAt(fields, at)).toBe(number);
          expect(bytesAt(fields, at + 1)).toEqual(Buffer.from(content));
          expect(integerAt(fields, at + 2)).toBe(1n);
        },
      ),
    );
  });

  test('is that of the specification: field 1 = 150, field 2 = "testing"', () => {
    expect(integer(1, 150).toString('hex')).toBe('089601');
    expect(bytes(2, 'testing').toString('hex')).toBe('120774657374696e67');
  });

  test('leaves out zero and nothing, keeps repeated fields in order', () => {
    expect(Buffer.concat([integer(1, 0), boolean(2, false), bytes(3, '')])).toHaveLength(0);
    const fields = fieldsOf(Buffer.concat([bytes(2, 'a'), bytes(2, 'b')]));
    expect(everyBytesAt(fields, 2).map(String)).toEqual(['a', 'b']);
  });

  test('every message that is cut short is refused or shorter, never wrong', () => {
    const whole = Buffer.concat([bytes(1, 'abc'), integer(2, 300)]);
    for (let length = 1; length < whole.length; length += 1) {
      const cut = whole.subarray(0, length);
      if (length === 5) expect(fieldsOf(cut)).toHaveLength(1);
      else expect(() => fieldsOf(cut)).toThrow('ends inside');
    }
  });
});
