-- {"plans":["acme"],"p1":1,"p2":"Staff"}
SELECT plan_id, category_id, name, active
FROM member_category FINAL
WHERE plan_id IN {plans:Array(String)}
  AND active = {p1:UInt8}
  AND name = {p2:String}
ORDER BY plan_id, category_id
