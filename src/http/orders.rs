//! Standing orders: what a seat's player has the server do.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Service;
use super::body::{Body, MaybeBody, Nothing};
use super::caller::Caller;
use super::openapi::parameters::{ChairPath, GamePath};
use super::openapi::{OnDropOrders, OnOrder, OnOrders};
use super::path::In;
use super::problem::Problem;
use super::query::{NoParameters, Query};
use crate::bots::policy::Policy;
use crate::rules::ids::{Chair, GameId};
use crate::store::Orders;

/// Orders for a seat; what is left out is not ordered.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "roll": true, "forced": true, "policy": "cautious" }))]
pub(super) struct NewOrders {
    /// Roll for me; not where dice are rolled by hand.
    #[serde(default)]
    roll: bool,
    /// Take an option for me where it is the only one.
    #[serde(default)]
    forced: bool,
    /// Choose for me by this policy; left out where I choose.
    #[serde(default)]
    policy: Option<Policy>,
}

/// The orders for a seat.
#[derive(Serialize, ToSchema)]
#[schema(as = Orders, example = json!({ "roll": true, "forced": true, "policy": "cautious" }))]
pub(super) struct OrdersView {
    /// Whether the server rolls.
    roll: bool,
    /// Whether it takes an option that is the only one.
    forced: bool,
    /// The policy it chooses by; absent where it does not choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Policy>,
}

impl From<NewOrders> for Orders {
    fn from(new: NewOrders) -> Self {
        Self {
            roll: new.roll,
            forced: new.forced,
            policy: new.policy,
        }
    }
}

impl OrdersView {
    /// An answer for the player alone.
    fn answer(orders: Orders) -> HttpResponse {
        HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .json(Self {
                roll: orders.roll,
                forced: orders.forced,
                policy: orders.policy,
            })
    }
}

/// The standing orders for one's own seat. Nobody else sees them.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/seats/{chair}/orders",
    tag = "orders",
    operation_id = "readOrders",
    security(("bearer" = [])),
    params(GamePath, ChairPath),
    responses((status = 200, description = "The orders.", body = OrdersView), OnOrders),
)]
pub(super) async fn read(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    In(chair): In<Chair>,
    _: Query<NoParameters>,
) -> Result<HttpResponse, Problem> {
    let orders = service.games.orders(game, chair, caller.id()).await?;
    Ok(OrdersView::answer(orders))
}

/// Put orders for one's own seat in place of those it had. Where they answer what is asked now, the server acts at once;
/// what it does is marked `by: order`.
#[utoipa::path(
    put,
    path = "/v1/games/{game}/seats/{chair}/orders",
    tag = "orders",
    operation_id = "putOrders",
    security(("bearer" = [])),
    params(GamePath, ChairPath),
    request_body = NewOrders,
    responses((status = 200, description = "The orders now.", body = OrdersView), OnOrder),
)]
pub(super) async fn put(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    In(chair): In<Chair>,
    _: Query<NoParameters>,
    Body(new): Body<NewOrders>,
) -> Result<HttpResponse, Problem> {
    order(&service, caller, (game, chair), new.into()).await
}

/// Take back all orders for one's own seat.
#[utoipa::path(
    delete,
    path = "/v1/games/{game}/seats/{chair}/orders",
    tag = "orders",
    operation_id = "dropOrders",
    security(("bearer" = [])),
    params(GamePath, ChairPath),
    responses((status = 200, description = "Nothing is ordered.", body = OrdersView), OnDropOrders),
)]
pub(super) async fn drop(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    In(chair): In<Chair>,
    _: Query<NoParameters>,
    _: MaybeBody<Nothing>,
) -> Result<HttpResponse, Problem> {
    order(&service, caller, (game, chair), Orders::default()).await
}

async fn order(
    service: &Service,
    caller: Caller,
    (game, chair): (GameId, Chair),
    orders: Orders,
) -> Result<HttpResponse, Problem> {
    let orders = service
        .games
        .order(game, chair, caller.id(), orders)
        .await?;
    Ok(OrdersView::answer(orders))
}
